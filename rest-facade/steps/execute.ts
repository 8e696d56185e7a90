import type { Outcome } from '../../src/graphql/gateway.js';
import { type ErrorCode, type FieldProblem, problem } from '../../src/registry/errors.js';
import { membersDetail } from '../../src/registry/member-texts.js';
import type { Runner } from '../compile-replay.js';
import { contextOf, type Exchange } from '../exchange.js';
import { createFieldProblems } from '../field-problems.js';
import { headerOf } from '../headers.js';
import { isAnonymous, matchesEtag, weakEtag } from '../public-response.js';
import type { Route } from '../route.js';
import type { Answer } from '../shape.js';

/** 304 Not Modified. */
const UNCHANGED: Answer = { status: 304, headers: {}, body: undefined };

/**
 * Turns the request into the operation's variables. Throws `invalid_input` with every invalid
 * value, or the route's own code for a malformed id or member.
 */
export function bindVariables(exchange: Exchange): void {
  const { route, req, parameters, body, file, idempotencyKey, ifMatch } = exchange;
  const problems = createFieldProblems();
  const query = route.readQuery(exchange.query, exchange.compatible, problems);
  const header = (name: string) => headerOf(req, name);
  const inputs = { parameters, query, header, body, file, idempotencyKey, ifMatch };
  exchange.variables = route.bind(inputs, problems);
  if (problems.list.length === 0) return;
  const code = codeOfMember(route.route.malformedMembers ?? {}, problems.list);
  if (code !== null) throw problem(code, { detail: membersDetail(code, problems.list) });
  throw problem('invalid_input', { fields: problems.list });
}

/** The code of the body member that contains all problems, or null. */
function codeOfMember(
  members: NonNullable<Route['malformedMembers']>,
  problems: readonly FieldProblem[],
): ErrorCode | null {
  const found = Object.entries(members).find(([member]) =>
    problems.every(({ field, code }) => field.startsWith(`${member}.`) && code !== 'required'),
  );
  return found?.[1] ?? null;
}

/**
 * Runs the operation and shapes its data. A public read ends early if the caller has its response
 * (Spec 4.1). Throws the registered error of the operation.
 */
export async function execute(exchange: Exchange): Promise<void> {
  const { route, variables, req } = exchange;
  const isShared = route.route.cache === 'public' && isAnonymous(req);
  const holds = (validator: string) => matchesEtag(req, weakEtag(validator));
  const outcome = await route.operation.run(
    variables,
    contextOf(exchange),
    isShared ? holds : undefined,
  );
  exchange.validator = outcome.validator ?? null;
  if ('unchanged' in outcome) {
    exchange.answer = UNCHANGED;
    return;
  }
  exchange.root = rootIn(outcome, route, exchange);
  exchange.answer = route.shape(exchange.root);
}

/** Runs an operation for a route. Throws its error. */
export async function rootOf(
  runner: Runner,
  variables: Readonly<Record<string, unknown>>,
  exchange: Exchange,
): Promise<unknown> {
  return rootIn(await runner.operation.run(variables, contextOf(exchange)), runner, exchange);
}

function rootIn(outcome: Outcome, { selected }: Runner, exchange: Exchange): unknown {
  if (outcome.error) throw exchange.route.nameFields(outcome.error);
  const root = outcome.data?.[selected.root.key];
  // A nullable root that is null: the resource does not exist, or the caller may not see it.
  if (root === null && exchange.route.route.reply.shape !== 'none') throw problem('not_found');
  return root;
}
