import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  TypeInfo,
  type ValidationRule,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Log } from '../platform/log.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import type { RequestContext } from '../request/context.js';
import { formatError, refusalOf } from './errors.js';

/**
 * Rejects a document with too many aliases of fields without subfields. Aliases could repeat one
 * long text in a response any number of times.
 */
export const aliasLimit: ValidationRule = (context) => {
  let aliases = 0;
  return {
    Field({ alias, selectionSet }) {
      if (!alias || selectionSet) return;
      aliases += 1;
      if (aliases === LIMITS.graphqlAliases + 1) {
        context.reportError(new GraphQLError('Too many aliases.', { nodes: alias }));
      }
    },
  };
};

/**
 * Replaces an overlong query result by `invalid_request`, before the main thread serializes it. A
 * mutation has already taken effect, so its response stays.
 */
export function responseSize(log: Log): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ response, operation, contextValue }) {
          const { body } = response;
          if (body.kind !== 'single' || operation?.operation !== 'query') return;
          if (!isLonger(body.singleResult.data, LIMITS.graphqlResponseCharacters)) return;
          const error = problem('invalid_request', { log: 'the response is too long' });
          const format = formatError(log, () => contextValue.request.id);
          const message = { message: error.code, extensions: {} };
          response.body = {
            kind: 'single',
            singleResult: { errors: [format(message, refusalOf(error))] },
          };
        },
      };
    },
  };
}

/** Returns whether the texts of a result exceed `most` characters. Stops counting there. */
function isLonger(result: unknown, most: number): boolean {
  let characters = 0;
  const waiting: unknown[] = [result];
  while (waiting.length > 0 && characters <= most) {
    const value = waiting.pop();
    if (typeof value === 'string') characters += value.length;
    else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) waiting.push(member);
    }
  }
  return characters > most;
}

/**
 * Fields with a secret that is shown once, or with a signed URL. Responses with such a field are
 * not stored.
 */
export const UNSTORABLE_FIELDS: ReadonlySet<string> = new Set([
  'CreatedApiKey.secret',
  'CreatedWebhookSubscription.secret',
  'AppWithSecret.secret',
  'RevealedAccountKey.secret',
  'AgentConfirmation.token',
  'UploadInstructions.url',
  'UploadInstructions.headers',
  'SignedPart.url',
  'SignedPart.headers',
  'Download.primaryUrl',
  'Download.headUrl',
  'DownloadFallback.url',
  'DownloadTransport.url',
  'FallbackDownload.fallbackUrl',
  'FallbackDownload.headUrl',
  // The result of a tool may contain any of the above.
  'AgentToolRun.output',
]);

/** Returns whether a document selects a field whose value must not be stored. */
export function selectsUnstorable(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let found = false;
  const visitor = {
    Field() {
      const parent = types.getParentType();
      const field = types.getFieldDef();
      if (parent && field)
        found ||= UNSTORABLE_FIELDS.has(`${getNamedType(parent).name}.${field.name}`);
    },
  };
  visit(document, visitWithTypeInfo(types, visitor));
  return found;
}
