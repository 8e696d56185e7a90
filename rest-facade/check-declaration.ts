import type { AccessRule, Operation } from '../src/graphql/gateway.js';
import { RATE_CLASSES } from '../src/registry/limits.js';
import { isScope } from '../src/registry/scopes.js';
import { checkDeprecation } from './deprecation.js';
import { parameterNames } from './matcher.js';
import type { Route } from './route.js';
import { type BoundVariable, nameIn } from './variables.js';

/**
 * Checks the rules of a route's declaration that its type cannot express. For example, every
 * parameter of the path is bound, a GET runs a query, and only a read without a credential has a
 * public cache. Throws an Error about the first broken rule.
 */
export function checkDeclaration(
  route: Route,
  rule: AccessRule,
  operation: Operation,
  variables: readonly BoundVariable[],
): void {
  const unbound = unboundParameters(route, variables);
  const isBound = (source: string) => variables.some((variable) => variable.source === source);
  const isHeaderBound = variables.some(({ source }) => source.startsWith('header.'));
  const isBelowBeta = route.path.startsWith('/beta/');
  const rules: readonly [boolean, string][] = [
    [route.path.startsWith('/') && !route.path.endsWith('/'), `${route.path} is no path`],
    [unbound.length === 0, `{${unbound.join('}, {')}} of the path is not bound`],
    [Object.hasOwn(RATE_CLASSES, route.rate), `there is no rate class "${route.rate}"`],
    [route.method !== 'GET' || operation.kind === 'query', 'GET runs a mutation'],
    [route.method !== 'GET' || route.body === undefined, 'GET takes no body'],
    [route.method === 'GET' || route.cache === 'private', 'only GET has a public cache'],
    [rule.access === 'anonymous' || route.cache === 'private', 'it is public and not anonymous'],
    [route.cache === 'private' || isPlain(route), 'it is public and has more than status and body'],
    // A repeated public read is found by its URL alone, so it must not depend on a header.
    [route.cache === 'private' || !isHeaderBound, 'it is public and binds a header'],
    [route.precondition === 'none' || isBound('ifMatch'), 'it requires If-Match and drops it'],
    [route.precondition === 'required' || !isBound('ifMatch'), 'it binds If-Match unchecked'],
    [
      isBound('file') === (route.body?.form !== undefined),
      'a file comes with a form, and is bound',
    ],
    [!route.body?.form || isBound('body'), 'it has a form and drops its JSON'],
    [!route.body?.form || !route.body.optional, 'a form cannot be left out'],
    [Object.keys(route.costs ?? {}).every(isBound), 'a parameter that costs more is not bound'],
    [!isBelowBeta || route.stage !== undefined, 'it stands below /beta/ without a stage'],
    [isBelowBeta || route.stage === undefined, `it is ${route.stage} and not below /beta/`],
  ];
  for (const [isMet, message] of rules) if (!isMet) throw new Error(message);
  if (route.deprecation) checkDeprecation(route.deprecation);
  for (const scope of rule.scopes) {
    if (!isScope(scope)) throw new Error(`there is no scope "${scope}"`);
  }
}

/** Whether a response is 200 with a body, and with no headers that differ between responses. */
function isPlain({ reply }: Route): boolean {
  const { shape, status, otherwise, location, headers } = reply;
  const isBody = shape !== 'none' && status === 200 && otherwise === undefined;
  return isBody && location === undefined && Object.keys(headers).length === 0;
}

/** The parameters of the path without a variable. Throws for a variable of another parameter. */
function unboundParameters({ path }: Route, variables: readonly BoundVariable[]): string[] {
  const unbound = new Set(parameterNames(path));
  for (const { source } of variables) {
    if (!source.startsWith('path.')) continue;
    if (!unbound.delete(nameIn(source))) throw new Error(`"${source}" is not in ${path}`);
  }
  return [...unbound];
}
