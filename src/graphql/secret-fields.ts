import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * Fields (`Type.field`) with a secret, or with a signed URL or its headers. An idempotency record
 * never stores a response with such a field, because the secret would then stay in the database.
 */
export const SECRET_FIELDS: ReadonlySet<string> = new Set([
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

/** Returns whether a document selects one of these fields. */
export function selectsSecret(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let found = false;
  const visitor = {
    Field() {
      const parent = types.getParentType();
      const field = types.getFieldDef();
      if (parent && field)
        found ||= SECRET_FIELDS.has(`${getNamedType(parent).name}.${field.name}`);
    },
  };
  visit(document, visitWithTypeInfo(types, visitor));
  return found;
}
