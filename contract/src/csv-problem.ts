import { csvTexts } from './texts/csv-texts.ts';
import { rendered, type Text, type Values } from './texts/text.ts';

export type CsvProblemKey = keyof typeof csvTexts;

/** A table that cannot be read on. Its message is English; `text` is for other languages. */
export class CsvProblem extends Error {
  override readonly name = 'CsvProblem';
  readonly text: Text<CsvProblemKey>;

  constructor(key: CsvProblemKey, values?: Values, options?: ErrorOptions) {
    super(rendered(csvTexts[key], values), options);
    this.text = { key, ...(values && { values }) };
  }
}
