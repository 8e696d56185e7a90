/**
 * One request that the OpenAPI document shows, and that a test sends. A text such as
 * `{createModDraft.draft.body.data.id}` stands for what an earlier example was answered with: its
 * operation, its name, and the way through `body` or `headers`. `{given.…}` is what the test made.
 */
export interface Example {
  /** What it shows, to readers of the document. */
  readonly summary: string;
  /** At the agent gateway: the tools of the token, where they are not those of the other examples. */
  readonly tools?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a form: its JSON, and its file in Base64, each under the name of its part. */
  readonly body?: unknown;
}

/** Examples by operationId, and there by a name that the document shows them under. */
export type Examples = Readonly<Record<string, Readonly<Record<string, Example>>>>;

/** What the program in the examples says of itself with each write. */
export const CLIENT = {
  'User-Agent': 'Quillgate/2.3 (+https://quillgate.example/contact)',
  'X-Service-Client': 'quillgate',
  'X-Service-Client-Version': '2.3',
} as const;
