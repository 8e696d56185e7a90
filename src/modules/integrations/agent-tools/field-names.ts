import { RegisteredError } from '../../../registry/errors.js';
import { toolName } from './wire-names.js';

/**
 * Runs a step of a tool, and converts the field names in its errors to the client's spelling.
 * `place` is the path of the step's input within the arguments of the operation.
 */
export async function inPlace<T>(place: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw error instanceof RegisteredError ? placed(error, place) : error;
  }
}

function placed(error: RegisteredError, place: string): RegisteredError {
  const { fields } = error.extensions;
  if (!fields) return error;
  const named = fields.map((problem) => ({ ...problem, field: fieldIn(place, problem.field) }));
  const { code, status, headers, logDetail, cause, detail } = error;
  const extensions = { ...error.extensions, fields: named };
  return new RegisteredError(code, status, extensions, headers, logDetail, cause, detail);
}

/** Converts names only; a language code such as `pt-BR` is data and stays. */
function fieldIn(place: string, field: string): string {
  const segments = field.split('.').filter((segment) => segment !== '');
  const names = segments.map((it) =>
    /^[a-z][A-Za-z0-9]*(?:\[\d+\])*$/.test(it) ? toolName(it) : it,
  );
  return [place, ...names].join('.');
}
