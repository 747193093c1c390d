/** An entry of the palette: a page, an action, a storage, a record or a topic of the documentation. */
export interface Command {
  id: string;
  text: string;
  /** Where it belongs: the page's menu, a project, an action. */
  group: string;
  /** Other names of it, which the search finds as well. */
  words?: string | undefined;
  run: () => void;
}
