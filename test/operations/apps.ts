import { aboutNothing, type Operations } from './operation.js';

/** Applications and their grants, in GraphQL only. */
export const apps: Operations = {
  myApps: {
    probe: () => '',
  },
  app: {
    probe: aboutNothing,
  },
  myAppGrants: {
    probe: () => '',
  },
  registerApp: {
    probe: () => '(input: { kind: public, name: "", redirectUris: [], scopes: [] })',
  },
  updateApp: {
    probe: ({ noId }) => `(id: "${noId}", input: {}, expectedEtag: "stale")`,
  },
  rotateAppSecret: {
    probe: ({ noId }) => `(id: "${noId}", expectedEtag: "stale")`,
  },
  deleteApp: {
    probe: aboutNothing,
  },
  submitAppForReview: {
    probe: aboutNothing,
  },
  revokeAppGrant: {
    probe: aboutNothing,
  },
  appsUnderReview: {
    probe: () => '',
  },
  reviewApp: {
    probe: ({ noId }) => `(id: "${noId}", input: { decision: reject }, expectedEtag: "stale")`,
  },
  disableApp: {
    probe: aboutNothing,
  },
  enableApp: {
    probe: aboutNothing,
  },
};
