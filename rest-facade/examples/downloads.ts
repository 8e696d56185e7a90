import type { Examples } from './example.js';

const mod_ids = ['{createModDraft.draft.body.data.id}'] as const;
const artifact = { artifact_id: '{createUploadSession.single.body.data.artifact_id}' } as const;

/** The requests of a mod manager to install something. */
export const downloadExamples: Examples = {
  resolveInstallPlan: {
    resolved: {
      summary: 'A mod with all that it needs, in the order of installation',
      body: {
        game_slug: 'brackenvale',
        game_version: '1.20',
        platform: 'linux',
        loader: 'lattice',
        mod_ids,
      },
    },
    unsatisfiable: {
      summary: 'A mod that does not run with this loader: 200, and a plan without items',
      body: { game_slug: 'brackenvale', loader: 'hearth', mod_ids },
    },
  },
  resolveDownload: {
    first: {
      summary: 'A download begins; no account and no body are needed',
      path: artifact,
    },
    resumed: {
      summary: 'The same download goes on with a fresh address',
      path: artifact,
      body: {
        download_job: {
          id: '{resolveDownload.first.body.data.download_job.id}',
          progress: { bytes_received: 200 },
          etag: '{resolveDownload.first.body.data.download_job.etag}',
        },
      },
    },
  },
  resolveDownloadFallback: {
    elsewhere: {
      summary: 'The download goes on in the second store, where a HEAD comes first',
      path: artifact,
      body: { downloadSessionId: '{resolveDownload.first.body.data.download_session_id}' },
    },
  },
};
