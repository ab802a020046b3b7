type Described = { readonly summary?: string; readonly description?: string; readonly tags?: readonly string[] };
type Document = {
  readonly info: { readonly title: string };
  readonly paths?: Record<string, Record<string, Described>>;
};

/** The API at a glance, without script or style: readable offline under the strictest policy. */
export function docsPage({ info, paths = {} }: Document): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary = '', tags = [] }]) => ({
      path,
      method,
      summary,
      tag: tags[0] ?? '',
    })),
  );
  const sections = [...new Set(rows.map(({ tag }) => tag))].map((tag) => {
    const lines = rows
      .filter((row) => row.tag === tag)
      .map(
        (row) => `<tr><td>${row.method.toUpperCase()}<td><code>${escaped(row.path)}</code><td>${escaped(row.summary)}`,
      );
    return `<h2>${escaped(tag)}</h2><table><tr><th>Method<th>Path<th>What it does${lines.join('')}</table>`;
  });
  const title = `${escaped(info.title)} API`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${title}</title><h1>${title}</h1><p>The whole document: <a href="/openapi.json">openapi.json</a></p>${sections.join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
