import { z } from 'zod';

/** The members of a problem document that this client branches on; the rest is kept as it is. */
export const problemSchema = z.looseObject({
  status: z.number(),
  code: z.string(),
  detail: z.string().optional(),
  retryable: z.boolean().default(false),
  retry_after_seconds: z.number().optional(),
  request_id: z.string().optional(),
});

/** A problem document as it arrived (Spec 2.10). */
export type ProblemDocument = z.infer<typeof problemSchema>;

/** The service refused. `document` is null where the body was no problem document. */
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

  get retryable(): boolean {
    return this.document?.retryable ?? this.status >= 500;
  }

  get retryAfterSeconds(): number | null {
    return this.document?.retry_after_seconds ?? null;
  }
}
