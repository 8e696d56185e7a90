import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  buildSchema,
  type GraphQLType,
  getNamedType,
  isInputObjectType,
  Kind,
  OperationTypeNode,
  parse,
  typeFromAST,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../dashboard/src/api/problem.js';
import * as german from '../../dashboard/src/i18n/de/index.js';
import * as english from '../../dashboard/src/i18n/en/index.js';
import { LOCALES, type Locale } from '../../dashboard/src/i18n/index.js';
import * as russian from '../../dashboard/src/i18n/ru/index.js';
import { FIELD_LABEL_KEYS, labelKeyOf } from '../../dashboard/src/kit/field-names.js';
import { wordsOf } from '../../dashboard/src/kit/problem-words.js';
import { WEBHOOK_LABEL_KEYS } from '../../dashboard/src/views/webhooks/webhook-form.js';
import { membersDetail } from '../../src/registry/details.js';
import { ERROR_TEXTS } from '../../src/registry/error-texts.js';
import { ERRORS, type ErrorCode, FIELD_CODES } from '../../src/registry/errors.js';

const MESSAGES: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: Object.assign({}, ...Object.values(english)),
  ru: Object.assign({}, ...Object.values(russian)),
  de: Object.assign({}, ...Object.values(german)),
};
const ROOT = new URL('../../', import.meta.url);
const CODES = Object.keys(ERRORS) as readonly ErrorCode[];

/** The text that the dashboard shows for a code, in a language of the page. */
function shown(code: string, locale: Locale, detail: string | null = null): string {
  const words = wordsOf({ code, detail }, locale);
  return 'text' in words ? words.text : (MESSAGES[locale][words.message] ?? '');
}

/** Words of programs, with which the user of a page can do nothing. */
const OF_PROGRAMS =
  /(?<!\p{L})(?:headers?|If-Match|ETag|Idempoten\w*|JSON|UUID|PUT|tokens?|scopes?|cursors?|credentials?|clients?|endpoints?|response|resource|Antwort|Ressource|Schlüssel|Zugang|IDs?|заголов|ключ|токен|ресурс|идентификатор|ответе|курсор)(?!\p{L})/iu;
/** The number of the request, which the page shows below the words. */
const REQUEST_ID = /request id|Anfrage-ID|ID запроса|номер запроса/gi;
/** A verb in the imperative, which is the next step. */
const NEXT_STEP: Readonly<Record<Locale, RegExp>> = {
  en: /\b(?:reload|go back|correct|wait|try|remove|choose|upload|sign in|confirm|contact|pack|use|add|give|ask|replace|make|check)\b/i,
  ru: /\p{L}(?:йте|ите|ьте|йтесь|итесь)(?!\p{L})/iu,
  de: /\p{L}n Sie\b|Die Liste zeigt/u,
};

describe('the words of the dashboard about problems', () => {
  it.each(LOCALES)('each registered code has words with a next step in %s', (locale) => {
    const faulty = CODES.filter((code) => {
      const text = shown(code, locale);
      const isForPrograms = OF_PROGRAMS.test(text.replace(REQUEST_ID, '')) || text.includes(code);
      return isForPrograms || !NEXT_STEP[locale].test(text);
    });
    expect(faulty.map((code) => `${code}: ${shown(code, locale)}`)).toEqual([]);
  });

  it('each registered code has words of its own language', () => {
    for (const code of CODES) {
      expect(shown(code, 'ru')).toMatch(/^[А-ЯЁZ]/u);
      expect(new Set(LOCALES.map((locale) => shown(code, locale))).size).toBe(LOCALES.length);
    }
  });

  it.each(LOCALES)('a code of a newer service has words without the code in %s', (locale) => {
    expect(shown('new_code', locale)).toBe(MESSAGES[locale]['problem.unknown']);
    expect(shown('constructor', locale)).toBe(MESSAGES[locale]['problem.unknown']);
    expect(shown('new_code', locale, 'A text in a language that nobody checked.')).toBe(
      MESSAGES[locale]['problem.unknown'],
    );
  });

  it('the words of the service about an occurrence replace those of its code', () => {
    const detail = 'Die Datei „a.zip“ wird geprüft; warten Sie.';
    expect(shown('version_not_ready', 'de', detail)).toBe(detail);
    expect(shown('invalid_state', 'de', detail)).toBe(detail);
    expect(shown('rate_limited', 'de', detail)).toBe(MESSAGES.de['problem.wait']);
    expect(shown('unauthorized', 'de', detail)).toBe(MESSAGES.de['problem.signedOut']);
  });

  it.each(LOCALES)('a detail that names members of a request replaces no words in %s', (locale) => {
    for (const code of CODES) {
      const detail = membersDetail(code, [{ field: 'sizeBytes', code: 'invalid_format' }]);
      expect(shown(code, locale, detail[locale])).toBe(shown(code, locale));
    }
  });

  it('a problem document with the standard detail of its code shows the words of the dashboard', () => {
    const standard = ERROR_TEXTS.forbidden.ru;
    expect(shown('forbidden', 'ru', standard)).toBe(MESSAGES.ru['problem.rights']);
  });
});

describe('the words of the dashboard about faulty fields', () => {
  it.each(LOCALES)('each registered code of a field has words in %s', (locale) => {
    const missing = FIELD_CODES.filter((code) => !MESSAGES[locale][`problemField.${code}.fault`]);
    expect(missing).toEqual([]);
  });

  it.each(LOCALES)('each input of the dashboard has a label in %s', (locale) => {
    const labels: Readonly<Record<string, string>> = FIELD_LABEL_KEYS;
    const unnamed = inputsOfMutations().filter((path) => {
      const label = path
        .split('.')
        .map((part) => labels[part])
        .find((it) => it !== undefined);
      return !NOT_TYPED.test(path) && (label === undefined || !MESSAGES[locale][label]);
    });
    expect(unnamed).toEqual([]);
  });

  it('a faulty name of a webhook has the label of its input, not that of the text about a mod', () => {
    expect(labelKeyOf('input.description')).toBe('field.description');
    expect(labelKeyOf('input.description', WEBHOOK_LABEL_KEYS)).toBe('webhook.description');
    expect(labelKeyOf('input.url', WEBHOOK_LABEL_KEYS)).toBe('webhook.url');
    expect(labelKeyOf('input.eventKinds[0]', WEBHOOK_LABEL_KEYS)).toBe('webhook.events');
  });
});

/** The inputs that the page fills in by itself, that its user chooses with a button, or that it never sends. */
const NOT_TYPED =
  /^(?:id|ids|modId|etag|expectedEtag|partNumbers|takeOver|uphold)$|^input\.(?:id|modId|versionId|gameId|kind|position|managedBy|fileKind|contentType|decision|enabled|parts\.|archiveManifest|buildMetadata|fileVersion|label|localizedSlugs|fileCategory|requirements)/;

/** The paths of all inputs of the mutations in the sources of the dashboard. */
function inputsOfMutations(): readonly string[] {
  const schema = buildSchema(readFileSync(new URL('schema.graphql', ROOT), 'utf8'));
  const folder = fileURLToPath(new URL('dashboard/src', ROOT));
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  const documents = sources.flatMap((source) => [...source.matchAll(/graphql\(\s*`([^`]+)`/g)]);
  const variables = documents
    .flatMap(([, text = '']) => parse(text).definitions)
    .filter((it) => it.kind === Kind.OPERATION_DEFINITION)
    .filter(({ operation }) => operation === OperationTypeNode.MUTATION)
    .flatMap(({ variableDefinitions = [] }) => variableDefinitions);
  return variables.flatMap(({ variable, type }) =>
    inputsIn(variable.name.value, typeFromAST(schema, type)),
  );
}

function inputsIn(path: string, type: GraphQLType | undefined): readonly string[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [path];
  return Object.values(named.getFields()).flatMap((field) =>
    inputsIn(`${path}.${field.name}`, field.type),
  );
}

describe('problems of the service', () => {
  it('a problem keeps code, fields, delay and the words of the service', () => {
    const problem = new Problem('message', {
      code: 'invalid_input',
      fields: [{ field: 'input.title.de', code: 'too_long' }, { code: 'required' }, null],
      retry_after_seconds: 3,
      detail: 'Zu lang.',
      status: 400,
      retryable: false,
    });
    expect(problem).toMatchObject({
      code: 'invalid_input',
      isFinal: true,
      fields: [{ field: 'input.title.de', code: 'too_long' }],
      retryAfterSeconds: 3,
      detail: 'Zu lang.',
    });
  });
});
