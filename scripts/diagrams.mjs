// The Mermaid diagrams of the guides as SVG, drawn at build time: drawing takes 3 MB of library and
// blocks a thread, and the pages allow neither scripts nor styles of their own.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from './lib.mjs';

const FOLDER = `${ROOT}/dist/static/diagrams`;
const DIAGRAM = /^```mermaid\n([\s\S]*?)^```$/gm;

/** Draws the diagrams that `dist` does not have yet, each under the SHA-256 of its source. */
export async function drawDiagrams() {
  const missing = sources().filter(({ file }) => !existsSync(file));
  if (missing.length === 0) return;
  const { renderMermaidSVG } = await import('beautiful-mermaid');
  mkdirSync(FOLDER, { recursive: true });
  for (const { source, file, name } of missing) {
    writeFileSync(file, forSite(renderMermaidSVG(source), name));
  }
}

function sources() {
  const inDocs = readdirSync(`${ROOT}/docs`, { recursive: true }).map((name) => `docs/${name}`);
  const guides = [...readdirSync(ROOT), ...inDocs].filter((name) => name.endsWith('.md'));
  return guides.flatMap((guide) =>
    [...readFileSync(`${ROOT}/${guide}`, 'utf8').matchAll(DIAGRAM)].map(([, source]) => {
      const name = createHash('sha256').update(source).digest('hex');
      return { source, name, file: `${FOLDER}/${name}.svg` };
    }),
  );
}

/**
 * The drawing without a style of its own: the stylesheet of the site defines its colours. Its
 * markers get names of their own, because a page may have several drawings.
 */
function forSite(svg, name) {
  const [, viewBox, width, height] = /viewBox="([^"]*)" width="([^"]*)" height="([^"]*)"/.exec(svg);
  const content = svg
    .slice(svg.indexOf('</style>') + '</style>'.length)
    .replace(/ data-[a-z-]+="[^"]*"/g, '')
    .replace(/\d+\.\d{2,}/g, (number) => String(Math.round(number * 10) / 10))
    .replace(/id="arrowhead/g, `id="${name.slice(0, 8)}-arrow`)
    .replace(/url\(#arrowhead/g, `url(#${name.slice(0, 8)}-arrow`);
  const size = `width="${Math.ceil(width)}" height="${Math.ceil(height)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" ${size} aria-hidden="true">${content}`;
}
