// The page of the reward service, which requests the counters every two seconds while the page is visible.

import "./style/base.css";
import "./style/pages.css";
import "./style/audit.css";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { StatsPage } from "../src/server/stats.ts";
import { Rewards } from "./pages/rewards.tsx";
import { ServiceTop } from "./parts/service-top.tsx";

const everyMs = 2000;

function App() {
  const [stats, setStats] = useState<StatsPage>();
  const [state, setState] = useState("connecting");
  useEffect(() => {
    let timer = 0;
    const look = async () => {
      if (!document.hidden) {
        try {
          // The page's own address may contain a token, which fetch does not accept.
          const answer = await fetch(new URL("v1/stats", `${location.origin}/`));
          if (!answer.ok) throw new Error(`status ${answer.status}`);
          setStats((await answer.json()) as StatsPage);
          setState("live");
        } catch (error) {
          setState(`no answer: ${(error as Error).message}`);
        }
      }
      timer = window.setTimeout(look, everyMs);
    };
    void look();
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <ServiceTop here="rewards">
        <p class={`service-state${state.startsWith("no answer") ? " lost" : ""}`} role="status">
          {state}
        </p>
      </ServiceTop>
      <main id="main" tabIndex={-1}>
        {stats && <Rewards stats={stats} />}
      </main>
    </>
  );
}

render(<App />, document.getElementById("app")!);
