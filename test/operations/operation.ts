import type { AccessRule } from '../../src/request/authorize.js';
import type { Json } from '../actors.js';
import type { Fixture } from '../contract/matrix/fixture.js';
import type { Stage } from '../contract/matrix/stage.js';
import type { World } from '../harness.js';

/**
 * All that the shared tests need to know about one operation:
 * - the OpenAPI document shows its `examples`, as the examples test records them
 * - the matrix sends requests of its `fixture`
 * - the permission tests send its `probe` as each role, with each scope
 * - `test/contract/rules` runs its `rules`
 */
export interface OperationTests {
  /** For an operation of the REST facade: a request for each success status, by name. */
  readonly examples?: Readonly<Record<string, Example>>;
  /** For an operation of the REST facade. */
  readonly fixture?: Fixture;
  /** For an operation that needs a credential or writes. */
  readonly probe?: Probe;
  /**
   * For an operation outside of the contract: the access and scopes that its field must state.
   * Those of the contract are in `test/contract/facts.ts`.
   */
  readonly access?: AccessRule;
  /** Registers the tests of its own rules; they share one stage with those of all operations. */
  readonly rules?: (stage: Stage) => void;
}

/** Operations by their name: the operationId, and the root field. */
export type Operations = Readonly<Record<string, OperationTests>>;

/**
 * One request that the OpenAPI document shows, and that a test sends. A text such as
 * `{createModDraft.draft.body.data.id}` is replaced by a value from the response to an earlier
 * example: its operation, its name, and a path through `body` or `headers`. `{given.…}` is a value
 * that the test created.
 */
export interface Example {
  /** A summary for readers of the document. */
  readonly summary: string;
  /**
   * At the agent gateway: the tools of the token, if they differ from those of the other examples.
   */
  readonly tools?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** For a form: its JSON, and its file in Base64, each under the name of its part. */
  readonly body?: unknown;
  /**
   * An example that is sent earlier, such as `publishModVersion.ready`, if the order of `storyOf`
   * is not enough.
   */
  readonly after?: string;
  /** Runs before the example is sent, for work outside of the API. */
  readonly before?: (scene: Scene) => Promise<unknown>;
}

/** The state of the story of the examples. */
export interface Scene {
  readonly world: World;
  /** The body of an earlier response, by its example. */
  bodyOf(example: string): Json;
}

/** The client identity that the example program sends with each write. */
export const CLIENT = {
  'User-Agent': 'Quillgate/2.3 (+https://quillgate.example/contact)',
  'X-Service-Client': 'quillgate',
  'X-Service-Client-Version': '2.3',
} as const;

/**
 * The arguments of an operation in GraphQL. An allowed caller then gets another refusal or changes
 * nothing, so that every question meets the same world.
 */
export type Probe = (things: Things) => string;

/** Ids of one mod with a version, a cover, a cancelled upload and a reference. */
export interface Things {
  readonly modId: string;
  readonly versionId: string;
  /** A version that was published and then withdrawn. */
  readonly releasedId: string;
  readonly coverId: string;
  readonly uploadId: string;
  /** The id of a reference whose validation is pending. */
  readonly validationId: string;
  /** A workflow that the mod trusts. */
  readonly publisherId: string;
  /** An upheld report of the mod. */
  readonly reportId: string;
  /** Another owner, and a user without a team. */
  readonly ownerId: string;
  readonly outsiderId: string;
  /** An id that does not exist. */
  readonly noId: string;
}

/** A probe about the version. */
export const aboutVersion: Probe = ({ versionId }) => `(id: "${versionId}")`;

/** A probe about the upload. */
export const aboutUpload: Probe = ({ uploadId }) => `(id: "${uploadId}")`;

/** A probe about something that does not exist. */
export const aboutNothing: Probe = ({ noId }) => `(id: "${noId}")`;
