import type { Json } from '../../actors.js';
import type { SignedIn } from './signed-in.js';

/** The selection that operations on applications return. */
export const APP = `fragment App on App { id clientId kind name redirectUris scopes approvedScopes
  effectiveScopes unreviewedScopes review reviewNote reviewedAt secretHint secretAt disabledAt etag
  owner { id username } }`;

export const REGISTER = `mutation ($input: RegisterAppInput!) {
  registerApp(input: $input) { app { ...App } secret } } ${APP}`;
export const UPDATE = `mutation ($id: ID!, $input: UpdateAppInput!, $etag: String!) {
  updateApp(id: $id, input: $input, expectedEtag: $etag) { ...App } } ${APP}`;
export const ROTATE = `mutation ($id: ID!, $etag: String!) {
  rotateAppSecret(id: $id, expectedEtag: $etag) { app { ...App } secret } } ${APP}`;
export const DELETE = 'mutation ($id: ID!) { deleteApp(id: $id) }';
export const SUBMIT = `mutation ($id: ID!) { submitAppForReview(id: $id) { ...App } } ${APP}`;
export const REVIEW = `mutation ($id: ID!, $input: ReviewAppInput!, $etag: String!) {
  reviewApp(id: $id, input: $input, expectedEtag: $etag) { ...App } } ${APP}`;
export const DISABLE = `mutation ($id: ID!) { disableApp(id: $id) { ...App } } ${APP}`;
export const ENABLE = `mutation ($id: ID!) { enableApp(id: $id) { ...App } } ${APP}`;
export const READ = `query ($id: ID!) { app(id: $id) { ...App } } ${APP}`;
export const REVOKE = 'mutation ($id: ID!) { revokeAppGrant(id: $id) }';

let made = 0;

/** The default input of a registration, with overrides. */
export function draft(more: object = {}): Json {
  made += 1;
  return {
    kind: 'public',
    name: `Pack ${made}`,
    redirectUris: ['https://pack.example/callback'],
    scopes: [],
    ...more,
  };
}

/** Registers an application and returns it together with its secret. */
export async function register(owner: SignedIn, more: object = {}): Promise<Json> {
  const { registerApp } = await owner.run(REGISTER, { input: draft(more) });
  return { ...registerApp.app, secret: registerApp.secret };
}

/** Updates an application with the ETag that the owner has, and returns it. */
export async function update(owner: SignedIn, app: Json, input: object): Promise<Json> {
  return (await owner.run(UPDATE, { id: app.id, etag: app.etag, input })).updateApp;
}

/** Registers and submits an application, and returns it in its pending state. */
export async function submitted(owner: SignedIn, more: object = {}): Promise<Json> {
  const { id } = await register(owner, { scopes: ['mods:write'], ...more });
  return (await owner.run(SUBMIT, { id })).submitAppForReview;
}

/** Approves the pending scopes of an application and returns it. */
export async function approve(admin: SignedIn, app: Json, input: object = {}): Promise<Json> {
  const variables = { id: app.id, etag: app.etag, input: { decision: 'approve', ...input } };
  return (await admin.run(REVIEW, variables)).reviewApp;
}
