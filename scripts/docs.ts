import 'reflect-metadata';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { GraphQLField } from 'graphql';
import { routes } from '../rest-facade/routes/index.js';
import { accessOf, operationFactsOf } from '../src/graphql/field-facts.js';
import { buildDomainSchema } from '../src/graphql/index.js';
import { projectRoot } from '../src/platform/release.js';
import { type ModPermission, TEAM_ROLES } from '../src/registry/access.js';
import { ERROR_TEXTS } from '../src/registry/error-texts.js';
import { ERRORS, type ErrorCode, errorRow } from '../src/registry/errors.js';
import { LIFECYCLES, type Lifecycle } from '../src/registry/states.js';

// Writes the documents that are generated from the registry and the schema: errors, lifecycles and
// permissions. `npm run check -- --write` runs it. `--out <folder>` replaces the project's folder.

const NOTE = '<!-- Written by scripts/docs.ts from src/registry. Do not edit. -->';

/** An explanation of the table of operations. */
const OPERATIONS_NOTE = [
  'Every operation that needs a credential or writes. REST and GraphQL use the same name.',
  '',
  '| Needs | Meaning |',
  '|---|---|',
  '| a name in backticks | this permission in the team of the mod |',
  '| account | an account, for its own objects |',
  '| session | an account that is signed in with a browser |',
  '| program | a credential other than a browser session |',
  '| moderator, admin | an account with this role that acts as staff |',
  '| moderator, 2FA; admin, 2FA | the same; a token also needs a recent second factor |',
  '| anyone | nothing |',
  '',
  '| Without it | The response |',
  '|---|---|',
  '| refused | `team_role_denied` for a member of the team, `forbidden` for any other caller, and `not_found` for an object that only the team can see |',
  '| not found | always a 404, also for a member of the team |',
  '',
  'The role of a moderator or an admin gives rights in an operator command, in a browser session with a',
  'second factor proved within the last 15 minutes, and with a token that has `admin:*` and is not limited',
  'to some mods. All other credentials of the account have the rights of an ordinary account: they read no',
  'drafts and no unpublished files of other teams. Staff cannot decide about an upload, a file, a version or',
  'an application of their own or of their teams, nor about their own entitlements: `forbidden`.',
  '',
];

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = values.out ?? projectRoot();
const schema = buildDomainSchema();
await writeDocument('docs/generated/errors.md', errorsDocument());
await writeDocument('docs/generated/lifecycles.md', lifecyclesDocument());
await writeDocument('docs/generated/permissions.md', permissionsDocument());

async function writeDocument(file: string, lines: readonly string[]): Promise<void> {
  const path = join(out, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${[NOTE, '', ...lines].join('\n')}\n`);
}

function errorsDocument(): string[] {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).toSorted();
  return [
    '# Error codes',
    '',
    `Every error is a problem document (RFC 9457). Branch on \`code\`; there are ${codes.length} codes.`,
    'A code with two statuses occurs with both. Retry only if the column says that a retry is safe.',
    '',
    '| Code | Status | Retry | Extensions | What happened, and what to do |',
    '|---|---|---|---|---|',
    ...codes.map(errorLine),
  ];
}

function errorLine(code: ErrorCode): string {
  const { status, retryable, extensions } = errorRow(code);
  const cells = [
    `\`${code}\``,
    status.join(', '),
    retryable ? 'safe' : 'no',
    extensions.map((name) => `\`${name}\``).join(', ') || '–',
    ERROR_TEXTS[code].en,
  ];
  return `| ${cells.join(' | ')} |`;
}

function permissionsDocument(): string[] {
  const fields = {
    ...schema.getQueryType()?.getFields(),
    ...schema.getMutationType()?.getFields(),
  };
  return [
    '# Permissions',
    '',
    'What each role in the team of a mod may do. The credential also needs the scopes of the operation. A',
    'credential that is limited to some mods reaches no others.',
    '',
    ...roleTable(),
    '',
    '## Operations',
    '',
    ...OPERATIONS_NOTE,
    '| Operation | REST | Credential | Scopes | Needs | Without it |',
    '|---|---|---|---|---|---|',
    ...Object.values(fields).flatMap((field) => operationLine(field)),
  ];
}

function roleTable(): string[] {
  const roles = Object.entries<readonly ModPermission[]>(TEAM_ROLES);
  return [
    `| Permission | ${roles.map(([role]) => role).join(' | ')} |`,
    `|---|${roles.map(() => '---|').join('')}`,
    ...TEAM_ROLES.owner.map((permission) => {
      const cells = roles.map(([, allowed]) => (allowed.includes(permission) ? 'yes' : '–'));
      return `| \`${permission}\` | ${cells.join(' | ')} |`;
    }),
  ];
}

/** The line of an operation; none if it is a query that needs no credential. */
function operationLine(field: GraphQLField<unknown, unknown>): string[] {
  const { name } = field;
  const { access, scopes } = accessOf(field);
  const facts = operationFactsOf(field);
  if (!facts) return [];
  const { needs, isHidden, needsSecondFactor } = facts;
  const route = routes[name];
  const isOfTeam = !['anyone', 'account', 'session', 'program', 'moderator', 'admin'].includes(
    needs,
  );
  const cells = [
    `\`${name}\``,
    route ? `\`${route.method} ${route.path}\`` : '–',
    access,
    scopes.map((scope) => `\`${scope}\``).join(', ') || '–',
    isOfTeam ? `\`${needs}\`` : `${needs}${needsSecondFactor ? ', 2FA' : ''}`,
    isHidden ? 'not found' : 'refused',
  ];
  return [`| ${cells.join(' | ')} |`];
}

function lifecyclesDocument(): string[] {
  const cycles = Object.entries<Lifecycle<string, string>>(LIFECYCLES);
  return [
    '# Lifecycles',
    '',
    `The ${cycles.length} entities, their states and all transitions. An event without an arrow from`,
    'a state is refused in that state, with the code in the table.',
    ...cycles.flatMap(([entity, cycle]) => ['', ...lifecycleSection(entity, cycle)]),
  ];
}

function lifecycleSection(entity: string, cycle: Lifecycle<string, string>): string[] {
  const events = Object.entries(cycle.events);
  return [
    `## ${titleOf(entity)}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${cycle.initial}`,
    ...arrowsOf(cycle),
    ...cycle.final.map((state) => `  ${state} --> [*]`),
    '```',
    '',
    '| Event | From | To | Code in other states |',
    '|---|---|---|---|',
    ...events.map(
      ([event, { from, to, refuse }]) =>
        `| ${event} | ${from.join(', ')} | ${to} | \`${refuse}\` |`,
    ),
  ];
}

/**
 * One arrow from each state to each next one, with all of its events. The layout of the drawings
 * fails if many arrows lead from one state to the same other one.
 */
function arrowsOf({ events }: Lifecycle<string, string>): string[] {
  const named = new Map<string, string[]>();
  for (const [event, { from, to }] of Object.entries(events)) {
    for (const state of from) {
      const arrow = `  ${state} --> ${to}`;
      named.set(arrow, [...(named.get(arrow) ?? []), event]);
    }
  }
  return [...named].map(([arrow, names]) => `${arrow}: ${names.join(', ')}`);
}

/** `uploadSession` as a heading: `UploadSession`. */
function titleOf(entity: string): string {
  return entity.charAt(0).toUpperCase() + entity.slice(1);
}
