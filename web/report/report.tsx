// Renders a report with the page's own components, without a script.

import { render } from "preact-render-to-string";
import { stateWords } from "../../src/runs/figure.ts";
import type { Report } from "../../src/view/api.ts";
import type { SampleTable } from "../../src/view/sample-table.ts";
import { visible } from "../math/visible.ts";
import audit from "../style/audit.css?inline";
import base from "../style/base.css?inline";
import pages from "../style/pages.css?inline";
import { kindWords } from "../words.ts";
import { BenchReport } from "./bench-report.tsx";
import { EvalReport } from "./eval-report.tsx";
import own from "./report.css?inline";
import { SearchReport } from "./search-report.tsx";
import { Section } from "./section.tsx";

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export function renderReport(report: Report, table: SampleTable | undefined): string {
  const page = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${report.run.name}: report`}</title>

        <style dangerouslySetInnerHTML={{ __html: `${base}\n${pages}\n${audit}\n${own}` }} />
      </head>
      <body>
        <main class="report">
          <Head report={report} />
          {report.evaluation && table && <EvalReport {...report.evaluation} table={table} />}
          {report.bench && <BenchReport page={report.bench} />}
          {report.search && <SearchReport {...report.search} />}
          <Settings settings={report.settings} />
        </main>
      </body>
    </html>
  );
  return `<!doctype html>\n${render(page)}\n`;
}

/** A report may be read much later, so its dates have years. */
const dayOf = (iso: string): string => iso.slice(0, 16).replace("T", " ");

function Head({ report: { run, written, notes } }: { report: Report }) {
  return (
    <header>
      <h1>{visible(run.name)}</h1>
      <p class="muted">
        {kindWords[run.kind]} · {visible(run.model)} · {visible(run.task)} · begun {dayOf(run.created)} ·{" "}
        {stateWords(run.state)} · report of {dayOf(written)}
      </p>
      {notes.map((note) => (
        <p key={note} class="notice">
          {visible(note)}
        </p>
      ))}
    </header>
  );
}

function Settings({ settings }: Pick<Report, "settings">) {
  return (
    <Section title="Settings">
      <table class="plain">
        <tbody>
          {settings.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{visible(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
