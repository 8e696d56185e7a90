// The exports of both entry points: the client, plans, downloads to memory and streams, errors, and
// texts from outside.
export {
  type Call,
  type Client,
  type ClientOptions,
  createClient,
  newKey,
  type Reply,
  type TypedCallOptions,
} from './core/client.js';
export {
  FileError,
  type FileFault,
  IntegrityError,
  type IntegrityFault,
  ModportError,
  ProblemError,
  type ProblemFacts,
  type ProblemField,
  SignInError,
  TransportError,
} from './core/errors.js';
export { safeFilename } from './core/filenames.js';
export { type Handoff, type HandoffRefusal, parseHandoff } from './core/handoff.js';
export type { Identity } from './core/identity.js';
export type { BodyOf, InitOf, Method, PathWith, Schema } from './core/operations.js';
export { type ItemOf, items, type ListPath } from './core/pages.js';
export {
  downloadsOf,
  type Plan,
  type PlanItem,
  type PlanRequest,
  plan,
  type Update,
  type UpdateRequest,
  updates,
} from './core/plans.js';
export { fixedToken, type TokenSource } from './core/tokens.js';
export type { AttemptRecord, CallOptions, Transport } from './core/transport.js';
export type { Fetch } from './core/wire.js';
export { type DownloadedBlob, downloadBlob, downloadToStream } from './download/memory.js';
export type { DownloadOptions, DownloadProgress, VerifiedFile } from './download/types.js';
export type { components, operations, paths, webhooks } from './generated/api.js';
