/** What src/site/render.tsx exports. */
export interface Renderer {
  publicPages: { path: string; module: string }[];
  render(path: string, origin: string): Promise<{ head: string; content: string }>;
}
