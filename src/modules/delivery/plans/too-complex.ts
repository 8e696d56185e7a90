import { problem, type RegisteredError } from '../../../registry/errors.js';

/** The error for a plan above its limits; a retry would not help (decisions, Plans). */
export function tooComplex(field: string): RegisteredError {
  return problem('validation_failed', { fields: [{ field, code: 'too_complex' }] });
}
