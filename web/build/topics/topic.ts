/** A page of the documentation as data, read from its Markdown file. */
export interface Topic {
  slug: string;
  title: string;
  /** Its name in the menu. */
  menu: string;
  description: string;
  sections: Section[];
}

export interface Section {
  /** The part of the address behind "#". */
  id: string;
  title: string;
  blocks: Block[];
}

export type Block =
  | { kind: 'html'; html: string }
  /** The same call in several languages, or one piece of code. */
  | { kind: 'samples'; samples: Sample[] }
  /** Every call of the data API. The build fills the list. */
  | { kind: 'calls'; calls: ApiCall[] }
  /** The sentences with which the data API refuses calls with this code. The build fills the list. */
  | { kind: 'refusals'; code: string; sentences: string[] }
  | { kind: 'part'; name: PartName };

export type PartName = 'support' | 'errors' | 'limits';
/** Python, PHP and Dart are made from curl. */
export type Tab = 'curl' | 'fetch' | 'client' | 'python' | 'php' | 'dart';

export interface Sample {
  tab: Tab | null;
  language: string;
  /** The file of a guide's app that this is. */
  file?: string;
  code: string;
  /** Query for the reader's own storage, for samples that a reader may run. */
  run?: string;
  /** A text that its output contains when the tests run it. */
  expect?: string;
  /** A change that the tests make to its record before they run it. */
  prepare?: string;
}

/** A call of the data API as the page Overview shows it. */
export interface ApiCall {
  /** The operation id of the OpenAPI document. */
  id: string;
  method: string;
  /** From /api on, with the names of its parameters in braces. */
  path: string;
  does: string;
  group: string;
  caller: 'anyone' | 'keys' | 'keys or a user';
  /** Parameters of the query and the headers. */
  parameters: Detail[];
  /** Media types, and those fields of a JSON body that have fixed names. */
  body: { types: string[]; about: string; fields: Detail[] };
  answers: { status: string; fields: string[] }[];
}

export interface Detail {
  name: string;
  /** The type with its limits and its default, in words. */
  type: string;
  isRequired: boolean;
  about: string;
}
