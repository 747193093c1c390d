/** So many are shown at once. */
const few = 6;

/** The sentences of one code; many of them open on demand, without JavaScript. */
export function Refusals({ sentences }: { sentences: readonly string[] }) {
  return (
    <div className="calls refusals">
      <details className="call" open={sentences.length <= few}>
        <summary>
          <span className="does">{sentences.length === 1 ? 'The sentence' : `The ${sentences.length} sentences`}</span>
        </summary>
        <div className="prose">
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      </details>
    </div>
  );
}
