import { randomUUID } from 'node:crypto';
import type { Actor } from '../actors.js';
import type { Sample } from '../contract/matrix/sample.js';
import { GAME, type Stage } from '../contract/matrix/stage.js';
import { type Operations } from './operation.js';
import { draft, inTurns, shown } from './things.js';

const mod_ids = ['{createModDraft.draft.body.data.id}'] as const;
const artifact = { artifact_id: '{createUploadSession.single.body.data.artifact_id}' } as const;

/** Install plans and downloads (Spec 4.2). */
export const downloads: Operations = {
  resolveInstallPlan: {
    examples: {
      resolved: {
        summary: 'A mod with its dependencies, in installation order',
        body: {
          game_slug: 'brackenvale',
          game_version: '1.20',
          platform: 'linux',
          loader: 'lattice',
          mod_ids,
        },
      },
      unsatisfiable: {
        summary: 'An unsupported loader: status 200 with a plan without items',
        body: { game_slug: 'brackenvale', loader: 'hearth', mod_ids },
      },
    },
    fixture: {
      async fresh(stage) {
        const { modId, versionId, artifactId } = await shown(stage);
        const versions = [{ mod_id: modId, version_id: versionId }];
        return {
          body: { game_slug: GAME, mod_ids: [modId], versions, artifacts: [artifactId] },
        };
      },
      async hidden(stage) {
        const { modId } = await draft(stage);
        return { body: { game_slug: GAME, mod_ids: [modId] } };
      },
      missing: {
        'body.mod_ids[0]': 'not_found',
        'body.versions[0].mod_id': 'not_found',
        'body.versions[0].version_id': 'not_found',
        'body.artifacts[0]': 'file_not_found',
      },
    },
  },
  resolveDownload: {
    examples: {
      first: {
        summary: 'A new download, without an account or a body',
        path: artifact,
      },
      resumed: {
        summary: 'A resumed download with a new signed URL',
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
    fixture: {
      fresh: inTurns(async (stage) => {
        const { artifactId, neededArtifactId } = await shown(stage);
        const ids = [artifactId, neededArtifactId];
        return ids.map((id) => ({ parameters: { artifact_id: id }, body: {} }));
      }),
      hidden: async (stage) => ({
        parameters: { artifact_id: (await draft(stage)).artifactId },
        body: {},
      }),
      missing: { 'path.artifact_id': 'file_not_found' },
    },
    probe: () => `(artifactId: "${randomUUID()}")`,
  },
  resolveDownloadFallback: {
    examples: {
      elsewhere: {
        summary: 'A download that continues at the mirror, after a `HEAD` request',
        path: artifact,
        body: { downloadSessionId: '{resolveDownload.first.body.data.download_session_id}' },
      },
    },
    fixture: {
      fresh: (stage) => begun(stage, stage.creator),
      anonymous: (stage) => begun(stage, stage.world.anon),
      hidden: async (stage) => ({
        parameters: { artifact_id: (await draft(stage)).artifactId },
        body: { downloadSessionId: randomUUID() },
      }),
      missing: {
        'path.artifact_id': 'file_not_found',
        'body.downloadSessionId': 'download_session_not_found',
      },
    },
    probe: () => `(artifactId: "${randomUUID()}", input: { downloadSessionId: "${randomUUID()}" })`,
  },
  listDownloadGrants: {
    probe: () => '',
  },
};

/** A download that the actor has just started. */
async function begun(stage: Stage, actor: Actor): Promise<Sample> {
  const { artifactId } = await shown(stage);
  const { body } = await actor.post(`/downloads/${artifactId}/resolve`);
  return {
    parameters: { artifact_id: artifactId },
    body: { downloadSessionId: body.data.download_session_id },
  };
}
