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
}

/** Examples by operationId, and then by their name in the document. */
export type Examples = Readonly<Record<string, Readonly<Record<string, Example>>>>;

/** The client identity that the example program sends with each write. */
export const CLIENT = {
  'User-Agent': 'Quillgate/2.3 (+https://quillgate.example/contact)',
  'X-Service-Client': 'quillgate',
  'X-Service-Client-Version': '2.3',
} as const;
