"""Single calls from Python, with and without joining them into shared requests: calls per second, and the 99th percentile
of the time.

Usage: PYTHONPATH=clients/python/src ASSAY_COMMAND='node bin/assay.js' python3 bench/python-client.py

Half of the answers are integers, half LaTeX; each response is 2 KB. The service and the client share the machine.
"""

import asyncio
import statistics
import threading
import time

from assay_client import Client

CALLS = 8_000
REPEATS = 5
GOLDS = ["42", "\\frac{1}{2}", "-7", "\\sqrt{2}", "1000", "x^2+1", "0", "\\{1,2,3\\}"]
ITEMS = [
    {"response": "so " * 680 + f"</think> <answer>{GOLDS[i % 8]}</answer>", "ground_truth": GOLDS[(i // 2) % 8]}
    for i in range(64)
]


def by_threads(ask, count):
    times = []

    def work(first, share):
        for i in range(first, first + share):
            started = time.perf_counter()
            ask(ITEMS[i % 64])
            times.append(time.perf_counter() - started)

    threads = [threading.Thread(target=work, args=(first, CALLS // count)) for first in range(count)]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(times) / (time.perf_counter() - started), times


def by_coroutines(ask, count):
    times = []

    async def work(first, share):
        for i in range(first, first + share):
            started = time.perf_counter()
            await ask(ITEMS[i % 64])
            times.append(time.perf_counter() - started)

    async def all_of_them():
        await asyncio.gather(*(work(first, CALLS // count) for first in range(count)))

    started = time.perf_counter()
    asyncio.run(all_of_them())
    return len(times) / (time.perf_counter() - started), times


def measured(run, ask, count):
    """Medians, after a warm-up."""
    run(ask, count)
    rates, ends = [], []
    for _ in range(REPEATS):
        rate, times = run(ask, count)
        rates.append(rate)
        ends.append(sorted(times)[int(len(times) * 0.99)] * 1000)
    return statistics.median(rates), statistics.median(ends)


def main():
    with Client() as client:

        async def alone(item):
            await client.ascore("r1_zero", [item])

        async def joined(item):
            await client.ascore_one("r1_zero", item)

        print(f"{'at once':>22} {'alone /s':>10} {'p99 ms':>8} {'joined /s':>10} {'p99 ms':>8}")
        for count in (1, 8, 64):
            rows = [
                measured(by_threads, ask, count)
                for ask in (lambda item: client.score("r1_zero", [item]), lambda item: client.score_one("r1_zero", item))
            ]
            print(f"{f'{count} threads':>22}", *(f"{rate:>10,.0f} {end:>8.1f}" for rate, end in rows))
        for count in (1, 64, 512):
            rows = [measured(by_coroutines, ask, count) for ask in (alone, joined)]
            print(f"{f'{count} coroutines':>22}", *(f"{rate:>10,.0f} {end:>8.1f}" for rate, end in rows))
        batch = (ITEMS * 128)[:8192]
        client.score("r1_zero", batch)
        spent = []
        for _ in range(REPEATS):
            started = time.perf_counter()
            client.score("r1_zero", batch)
            spent.append(time.perf_counter() - started)
        print(f"{'a batch of 8,192':>22} {statistics.median(spent):>10.3f} s")


if __name__ == "__main__":
    main()
