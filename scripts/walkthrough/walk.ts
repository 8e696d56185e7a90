import type { Api } from '../../src/demo/api.js';
import type { RestClient } from '../../src/demo/client.js';
import type { Game, Mod } from '../../src/demo/shapes.js';
import type { Terminal } from './terminal.js';

/** One side of the walkthrough, a creator or an anonymous client, and its output. */
export interface Walk {
  readonly client: RestClient;
  readonly api: Api;
  readonly terminal: Terminal;
}

/** The mod that is published, and the game it is for. */
export interface WalkMod {
  readonly mod: Mod;
  readonly game: Game;
  /** A unique title, to search for. */
  readonly title: string;
}

/** A file on disk that becomes a version. */
export interface WalkFile {
  readonly path: string;
  readonly filename: string;
  readonly version: string;
}

/** Throws with `message` unless `condition` holds. */
export function expect(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
