import { accountExamples } from './account.js';
import { agentExamples } from './agent.js';
import { betaExamples } from './beta.js';
import { catalogExamples } from './catalog.js';
import { credentialExamples } from './credentials.js';
import { downloadExamples } from './downloads.js';
import type { Examples } from './example.js';
import { publishingExamples } from './publishing.js';
import { teamExamples } from './teams.js';
import { uploadExamples } from './uploads.js';
import { webhookExamples } from './webhooks.js';

/** The examples of all operations; `examples.json` has the responses. */
export const examples: Examples = {
  ...catalogExamples,
  ...downloadExamples,
  ...publishingExamples,
  ...uploadExamples,
  ...credentialExamples,
  ...teamExamples,
  ...accountExamples,
  ...webhookExamples,
  ...agentExamples,
  ...betaExamples,
};
