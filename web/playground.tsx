// The playground as a separate page of the reward service, with a link back to the service's page.

import "./style/base.css";
import "./style/pages.css";
import { render } from "preact";
import { useAddress } from "./address.ts";
import { Playground } from "./pages/playground.tsx";
import { ServiceTop } from "./parts/service-top.tsx";

function App() {
  const { query } = useAddress();
  return (
    <>
      <ServiceTop here="playground" />
      <main id="main" tabIndex={-1}>
        <Playground query={query} />
      </main>
    </>
  );
}

render(<App />, document.getElementById("app")!);
