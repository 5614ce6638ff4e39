// The text of a sample as its tokens come: characters may be spread over several tokens, and so may stop strings.

export class GrowingText {
  text = "";
  private readonly ids: number[] = [];
  /** Tokens from here on are decoded again with each new one, since a decoder may join neighbours. */
  private from = 0;
  /** Tokens up to here are in the text. */
  private read = 0;

  constructor(
    private readonly decode: (ids: readonly number[]) => string,
    private readonly stops: readonly string[] = [],
  ) {}

  /** Adds a token; the stop string that ends the text with it, where there is one. */
  push(id: number): string | undefined {
    this.ids.push(id);
    const more = this.unread();
    if (more === "" || more.endsWith("\ufffd")) return undefined; // Half a character: the rest is to come.
    return this.take(more);
  }

  /** Takes in what waited for more that will not come. */
  end(): string | undefined {
    return this.take(this.unread());
  }

  /** So many characters cannot become part of a stop string any more. */
  get settled(): number {
    const { text, stops } = this;
    for (let start = Math.max(0, text.length - longest(stops) + 1); start < text.length; start++)
      if (stops.some((stop) => stop.startsWith(text.slice(start)))) return start;
    return text.length;
  }

  private unread(): string {
    const known = this.decode(this.ids.slice(this.from, this.read));
    return this.decode(this.ids.slice(this.from)).slice(known.length);
  }

  private take(more: string): string | undefined {
    const before = this.text.length;
    this.text += more;
    this.from = this.read;
    this.read = this.ids.length;
    let [end, found] = [this.text.length, undefined as string | undefined];
    for (const stop of this.stops) {
      const at = this.text.indexOf(stop, Math.max(0, before - stop.length + 1));
      if (at >= 0 && at < end) [end, found] = [at, stop];
    }
    this.text = this.text.slice(0, end);
    return found;
  }
}

const longest = (texts: readonly string[]): number =>
  texts.reduce((most, { length }) => Math.max(most, length), 0);
