// The page: selects its content by the address.

import "./style/base.css";
import "./style/pages.css";
import "./style/audit.css";
import { render } from "preact";
import { keepPlaces, useAddress } from "./address.ts";
import { RunsPage } from "./pages/runs.tsx";
import { Frame } from "./parts/frame.tsx";
import { lazy } from "./parts/lazy.tsx";

const RunPage = lazy(() => import("./pages/run.tsx").then(({ RunPage }) => RunPage));
const SamplePage = lazy(() => import("./pages/sample.tsx").then(({ SamplePage }) => SamplePage));
const ComparePage = lazy(() => import("./pages/compare.tsx").then(({ ComparePage }) => ComparePage));
const ManyPage = lazy(() => import("./pages/compare-many.tsx").then(({ ManyPage }) => ManyPage));
const Playground = lazy(() => import("./pages/playground.tsx").then(({ Playground }) => Playground));

function App() {
  const { path, query } = useAddress();
  const [page, ...rest] = path;
  if (page === "playground")
    return (
      <Frame here="playground" crumbs={[]}>
        <Playground query={query} />
      </Frame>
    );
  if (page === "run" && rest[0] !== undefined) {
    const [run, task, problem, sample] = rest;
    return task !== undefined && problem !== undefined && sample !== undefined ? (
      <SamplePage run={run!} task={task} problem={problem} sample={Number(sample)} query={query} />
    ) : (
      <RunPage run={run!} rest={rest.slice(1)} query={query} />
    );
  }
  if (page === "compare" && rest[1] !== undefined)
    return rest.length > 2 ? (
      <ManyPage runs={rest} query={query} />
    ) : (
      <ComparePage a={rest[0]!} b={rest[1]} query={query} />
    );
  return (
    <Frame here="runs" crumbs={[]}>
      <RunsPage query={query} />
    </Frame>
  );
}

keepPlaces();
render(<App />, document.getElementById("app")!);
