import type { IncomingMessage } from 'node:http';
import type { ReceivedFile } from '../platform/spool/spool.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import type { RequestContext } from '../request/context.js';
import { accessOf } from './field-facts.js';
import type { Gateway } from './gateway.js';

/** The parts of the form, as the GraphQL multipart request specification names them. */
const FORM = {
  file: { part: '0', limitBytes: LIMITS.imageBytes },
  json: ['operations', 'map'],
} as const;

/** Receives a form of one file and JSON parts, for an actor. The caller must close the file. */
export type ReadForm = (
  req: IncomingMessage,
  form: {
    readonly file: { readonly part: string; readonly limitBytes: number };
    readonly json: readonly string[];
  },
  actor: string,
) => Promise<{ readonly json: ReadonlyMap<string, unknown>; readonly file: ReceivedFile }>;

/** A GraphQL request from a form: the body that Apollo runs, and the file in its variables. */
export interface FormRequest {
  readonly body: Readonly<Record<string, unknown>>;
  readonly file: ReceivedFile;
}

/** Returns whether a request is a POST with a multipart body. */
export function isForm({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && /^multipart\//i.test(headers['content-type'] ?? '');
}

/** The only operation with a file. */
const WITH_FILE = 'addModMedia';

/**
 * Receives a GraphQL request with a file as a variable (docs/decisions/0059). It checks the access
 * rule of `addModMedia` before it reads the body. The audit log records a forbidden request without
 * its mod, because only the body names the mod. The caller must close the file; after an error it
 * is closed already. Throws:
 * - `unauthorized`, `insufficient_scope`: the caller may not send pictures
 * - `invalid_input`: the form does not put its file into exactly one variable
 * - the errors of the form, as in REST
 */
export async function readFormRequest(
  { gateway, readForm }: { readonly gateway: Gateway; readonly readForm: ReadForm },
  req: IncomingMessage,
  ctx: RequestContext,
): Promise<FormRequest> {
  const withFile = gateway.schema.getMutationType()?.getFields()[WITH_FILE];
  if (!withFile) throw new Error('no mutation takes a file');
  await gateway.authorize(ctx, accessOf(withFile), { operation: WITH_FILE, args: {} });
  const { json, file } = await readForm(req, FORM, ctx.viewer.actor);
  try {
    return { body: bodyOf(json.get('operations'), variableIn(json.get('map')), file), file };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The variable that `map` names for the file. */
function variableIn(map: unknown): string {
  const paths = isRecord(map) && Object.keys(map).length === 1 ? map[FORM.file.part] : null;
  const path = Array.isArray(paths) && paths.length === 1 ? paths[0] : null;
  const [, name] = (typeof path === 'string' && /^variables\.(\w{1,100})$/.exec(path)) || [];
  if (name === undefined) throw wrong('map');
  return name;
}

/** The request with the file in its variable, for which `operations` has null. */
function bodyOf(operations: unknown, variable: string, file: ReceivedFile) {
  if (!isRecord(operations)) throw wrong('operations');
  const { variables } = operations;
  const isNull =
    isRecord(variables) && Object.hasOwn(variables, variable) && variables[variable] === null;
  if (!isNull) throw wrong('operations');
  return { ...operations, variables: { ...variables, [variable]: file } };
}

const wrong = (field: string) =>
  problem('invalid_input', { fields: [{ field, code: 'invalid_format' }] });

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
