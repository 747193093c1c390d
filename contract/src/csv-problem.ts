import { refusals } from './texts/refusals.ts';
import { rendered, type Text, type Values } from './texts/text.ts';

export type CsvProblemKey = Extract<keyof typeof refusals, `csv${string}`>;

/** A table that cannot be read on. Its message is English; `text` is for other languages. */
export class CsvProblem extends Error {
  override readonly name = 'CsvProblem';
  readonly text: Text<CsvProblemKey>;

  constructor(key: CsvProblemKey, values?: Values, options?: ErrorOptions) {
    super(rendered(refusals[key], values), options);
    this.text = { key, ...(values && { values }) };
  }
}
