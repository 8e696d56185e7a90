import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onceFor } from '../src/platform/concurrency.js';
import { projectRoot } from '../src/platform/release.js';

/** An example request of a route with the response that the service gave to it. */
export interface RecordedExample {
  readonly summary: string;
  readonly request: {
    readonly path?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly headers?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
}

/** The recorded examples by operationId and name. */
export type RecordedExamples = Readonly<Record<string, Readonly<Record<string, RecordedExample>>>>;

/** The file that `npm run examples` writes; never edit it by hand. */
export const EXAMPLES_FILE = join(projectRoot(), 'rest-facade', 'generated', 'examples.json');

/** All recorded examples; read once per process. */
export const readExamples = onceFor(
  (): RecordedExamples => JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')),
);
