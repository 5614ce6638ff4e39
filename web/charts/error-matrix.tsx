// The predicted first error against the labelled one: a row for each label, a column for each prediction. A pure
// function of its data.

interface ErrorMatrixProps {
  rows: readonly { label: number; prediction: number | null }[];
  caption: string;
  hrefOf?: ((label: number, prediction: number) => string) | undefined;
}

/** For longer solutions, a histogram of distances is clearer. */
export const mostLabels = 12;

export const largestLabel = (rows: ErrorMatrixProps["rows"]): number =>
  rows.reduce((most, { label, prediction }) => Math.max(most, label, prediction ?? -1), -1);

export function ErrorMatrix({ rows, caption, hrefOf }: ErrorMatrixProps) {
  const labels = [-1, ...Array.from({ length: largestLabel(rows) + 1 }, (_, i) => i)];
  const counts = new Map<string, number>();
  for (const { label, prediction } of rows) {
    const key = `${label} ${prediction}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const most = [...counts.values()].reduce((most, count) => Math.max(most, count), 1);
  const name = (index: number) => (index === -1 ? "none" : String(index + 1));
  const missing = rows.filter(({ prediction }) => prediction === null).length;
  return (
    <figure class="chart matrix">
      <figcaption>{caption}</figcaption>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <td />
              <th scope="colgroup" colSpan={labels.length}>
                predicted
              </th>
            </tr>
            <tr>
              <th scope="col">labelled</th>
              {labels.map((prediction) => (
                <th key={prediction} scope="col">
                  {name(prediction)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label) => (
              <tr key={label}>
                <th scope="row">{name(label)}</th>
                {labels.map((prediction) => {
                  const number = counts.get(`${label} ${prediction}`) ?? 0;
                  const depth =
                    number === 0 ? 0 : 1 + Math.floor((3.99 * Math.log(number + 1)) / Math.log(most + 1));
                  const kind = label === prediction ? "hit" : "miss";
                  return (
                    <td key={prediction} class={`${kind} depth-${depth}`}>
                      {number > 0 &&
                        (hrefOf ? (
                          <a
                            href={hrefOf(label, prediction)}
                            aria-label={`labelled ${name(label)}, predicted ${name(prediction)}: ${number}`}
                          >
                            {number}
                          </a>
                        ) : (
                          number
                        ))}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {missing > 0 && <p class="muted small">{missing} without a prediction</p>}
    </figure>
  );
}
