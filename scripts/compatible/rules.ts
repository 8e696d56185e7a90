/**
 * The changes that are forbidden inside v1, each with the reason in its report (Spec 9). The two
 * namespaces are `/v1` and `/api/v1`.
 */
export const RULES = {
  'server-removed': 'both namespaces stay for as long as v1 does',
  'operation-removed': 'an operation goes only after 90 days of notice and its x-sunset-date',
  'operation-renamed': 'an operationId is never renamed',
  'operation-moved': 'method and path of an operation stay',
  'stage-lowered': 'what is stable does not become beta or experimental',
  'deprecation-incomplete': 'a deprecated operation says since when, until when, and what instead',
  'notice-too-short': 'from x-deprecation-date to x-sunset-date are at least 90 days',
  'sunset-earlier': 'a date that was announced does not come nearer',
  'credential-demanded': 'what needed no credential, or another one, goes on without',
  'scope-demanded': 'a credential that was enough stays enough',
  'scope-removed': 'a scope that clients were given stays',
  'parameter-removed': 'a parameter that clients send stays',
  'parameter-required': 'a request without it was complete',
  'parameter-form': 'the way a parameter is written stays',
  'body-removed': 'a body that clients send stays',
  'body-required': 'a request without a body was complete',
  'status-removed': 'a status that clients handle stays',
  'media-type-removed': 'a media type that clients send or read stays',
  'header-removed': 'a header that clients read stays',
  'header-optional': 'a header that was always sent stays so',
  'error-code-removed': 'an error code is never removed or renamed',
  'error-code-status': 'a code never changes its status; another status takes a new code',
  'request-field-removed': 'a member that clients send stays',
  'request-field-required': 'a body without it was complete',
  'request-type-removed': 'a type that clients send stays accepted',
  'request-null-refused': 'null that clients send stays accepted',
  'request-variant-removed': 'every form that clients send stays accepted',
  'request-value-removed': 'a value that clients send stays accepted',
  'request-narrowed': 'what was within the limits stays accepted',
  'request-default-changed': 'leaving it out keeps its meaning',
  'response-field-removed': 'a member that clients read stays',
  'response-field-optional': 'a member that was always there stays so',
  'response-null-added': 'a value that was never null stays so',
  'response-type-changed': 'a value keeps its type',
  'response-value-removed': 'a value that clients know is not removed or renamed',
  'response-variant-added': 'clients know every form of this value',
  'response-variant-removed': 'a form that clients read stays',
  'response-widened': 'what clients could rely on still holds',
  'unjudged-keyword': 'a keyword that this check cannot judge has changed',
} as const;

/** The name of a rule. */
export type Rule = keyof typeof RULES;

/** A broken rule, with its place below the compared value. */
export interface Finding {
  readonly place: string;
  readonly rule: Rule;
}

/** A broken rule of a document, with its operation; null if it belongs to no operation. */
export interface Break extends Finding {
  readonly operation: string | null;
}

/** A break in one line: operation, place, rule. */
export function lineOf({ operation, place, rule }: Break): string {
  return [operation ?? 'document', place, rule, RULES[rule]].filter(Boolean).join(': ');
}
