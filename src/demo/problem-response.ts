import { z } from 'zod';

/** The members of a problem document that this client uses; others stay unchanged. */
const problemSchema = z.looseObject({
  status: z.number(),
  code: z.string(),
  detail: z.string().optional(),
  retryable: z.boolean().default(false),
  retry_after_seconds: z.number().optional(),
  request_id: z.string().optional(),
});

/** A received problem document (Spec 2.10). */
type ProblemDocument = z.infer<typeof problemSchema>;

/**
 * An error response. `request` is the method and the path of its request. `document` is null if the
 * body was no problem document.
 */
export class ProblemResponse extends Error {
  override readonly name = 'ProblemResponse';

  constructor(
    readonly request: string,
    readonly status: number,
    readonly document: ProblemDocument | null,
  ) {
    super(
      `${request} was refused: ${status} ${document?.code ?? ''} ${document?.detail ?? ''}`.trim(),
    );
  }

  get code(): string | null {
    return this.document?.code ?? null;
  }

  get detail(): string | null {
    return this.document?.detail ?? null;
  }

  /** Without a document, every status from 500 counts as retryable. */
  get retryable(): boolean {
    return this.document?.retryable ?? this.status >= 500;
  }

  get retryAfterSeconds(): number | null {
    return this.document?.retry_after_seconds ?? null;
  }
}

/** The problem document in a parsed body; null for any other body. */
export function problemIn(body: unknown): ProblemDocument | null {
  return problemSchema.safeParse(body).data ?? null;
}
