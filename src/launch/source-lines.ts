import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A place in a bundled file, as a stack trace shows it: in parentheses after a name, or alone. */
const PLACE = /(?:(?<=\()|^(?!.*\())(.+\.cjs):(\d+):(\d+)/;

/** The places of a bundled file in its sources. */
interface SourcePositions {
  readonly sources: readonly string[];
  /**
   * Five numbers for each place, in the order of the file: line, column, and the index, the line
   * and the column of the source. All begin at 0. The index is -1 for code without a source.
   */
  readonly numbers: Int32Array;
}

const SIZE = 5;

/**
 * Lets stack traces name the sources instead of the bundled files in `folder`. Reads the places of
 * a file when the first trace with that file is formatted. Node's own option reads all maps at
 * start.
 */
export function nameSourceLines(folder: string): void {
  const known = new Map<string, SourcePositions | null>();
  const positionsOf = (path: string) => {
    const places = known.get(path) ?? (known.has(path) ? null : readPositions(path));
    known.set(path, places);
    return places;
  };
  const named = (site: string) =>
    site.replace(PLACE, (place, path: string, line: string, column: string) => {
      const places = path.startsWith(folder) ? positionsOf(path) : null;
      const found = places && sourcePositionAt(places, Number(line) - 1, Number(column) - 1);
      return found ? `${resolve(folder, found.source)}:${found.line}:${found.column}` : place;
    });
  Error.prepareStackTrace = (error, sites) =>
    [headOf(error), ...sites.map((site) => `    at ${named(String(site))}`)].join('\n');
}

function readPositions(path: string): SourcePositions | null {
  try {
    const bytes = new Uint8Array(readFileSync(`${path}.places`));
    const sources: string[] = JSON.parse(readFileSync(`${path}.sources.json`, 'utf8'));
    return { sources, numbers: new Int32Array(bytes.buffer) };
  } catch {
    // Without them, the trace names the bundled file.
    return null;
  }
}

/** The source of the last place at or before a position, on the same line. */
function sourcePositionAt({ sources, numbers }: SourcePositions, line: number, column: number) {
  let low = 0;
  let high = numbers.length / SIZE;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [atLine = 0, atColumn = 0] = numbers.subarray(middle * SIZE, middle * SIZE + 2);
    if (atLine < line || (atLine === line && atColumn <= column)) low = middle + 1;
    else high = middle;
  }
  const [atLine, , index = -1, sourceLine = 0, sourceColumn = 0] = numbers.subarray(
    (low - 1) * SIZE,
    low * SIZE,
  );
  const source = atLine === line ? sources[index] : undefined;
  return source === undefined ? null : { source, line: sourceLine + 1, column: sourceColumn + 1 };
}

/** The first line of a trace, as V8 writes it. */
function headOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
