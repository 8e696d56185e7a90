import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { resolve } from 'node:path';

/** A place in a bundled file, as a stack trace shows it: in parentheses after a name, or alone. */
const PLACE = /(?:(?<=\()|^(?!.*\())(.+\.cjs):(\d+):(\d+)/;

/**
 * Lets stack traces name the sources instead of the bundled files in `folder`. Reads the source map of
 * a file when the first trace with that file is formatted. Node's own option reads all maps at start.
 */
export function nameSourceLines(folder: string): void {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (path: string) => {
    const known = maps.get(path);
    if (known !== undefined) return known;
    const map = readMap(path);
    maps.set(path, map);
    return map;
  };
  const named = (site: string) =>
    site.replace(PLACE, (place, path: string, line: string, column: string) => {
      const map = path.startsWith(folder) ? mapOf(path) : null;
      const entry = map?.findEntry(Number(line) - 1, Number(column) - 1);
      if (!entry || !('originalSource' in entry)) return place;
      return `${resolve(folder, entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    });
  Error.prepareStackTrace = (error, sites) =>
    [headOf(error), ...sites.map((site) => `    at ${named(String(site))}`)].join('\n');
}

function readMap(path: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  } catch {
    // Without a map, the trace names the bundled file.
    return null;
  }
}

/** The first line of a trace, as V8 writes it. */
function headOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
