import { randomUUID } from 'node:crypto';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Answer } from '../../actors.js';
import { addedPicture, etagOf, formBytes, formType, mediaParts, smallPng } from '../../pictures.js';
import { draftMod } from '../../publishing.js';
import { newDelivery } from '../../webhooks.js';
import { alice, world } from '../publishing/external-files.js';
import { asVisitor, registered, type Scene } from './refused-scenes.js';

/** A picture for a gallery with the most pictures. */
export async function fullGallery(): Promise<Scene> {
  const { id } = await draftMod(alice, 'kept');
  const png = await smallPng();
  const first = await addedPicture(alice, id, { kind: 'gallery' }, png);
  const { db } = world.platform;
  const row = await db.media.findUniqueOrThrow({ where: { id: first.id } });
  const more = Array.from({ length: LIMITS.mediaPerMod - 1 }, (_, at) => {
    return { ...row, id: randomUUID(), position: at + 1, alt: {}, variants: [] };
  });
  await db.media.createMany({ data: more });
  return {
    by: alice,
    path: `/mods/${id}/media`,
    body: formBytes(mediaParts({ kind: 'gallery' }, png)),
    headers: { 'Content-Type': formType(), 'If-Match': await etagOf(alice, id) },
    names: [`${LIMITS.mediaPerMod}`, 'delete|удалите|löschen'],
  };
}

/** The deletion of a picture that no importer manages. */
export async function managedBy(manager: 'service' | 'uploader'): Promise<Scene> {
  const { id } = await draftMod(alice, 'kept');
  const picture =
    manager === 'service'
      ? (await alice.post(`/mods/${id}/media:fallback`)).body.data
      : await addedPicture(alice, id, { kind: 'gallery' }, await smallPng());
  const names = [`managed_by: ${manager}`];
  return { by: alice, method: 'DELETE', path: `/mods/${id}/media/${picture.id}`, names };
}

/** One more key for an account with the most valid ones. */
export async function mostKeys(): Promise<Scene> {
  const by = await world.creator(`keys-${randomUUID().slice(0, 8)}`);
  const most = LIMITS.credentialsPerUser;
  const data = Array.from({ length: most }, () => {
    const ids = { userId: by.userId, keyId: randomUUID(), secretHash: new Uint8Array(32) };
    return { kind: 'api_key' as const, name: 'ci', ...ids };
  });
  await world.platform.db.credential.createMany({ data });
  const body = { name: 'ci', scopes: ['mods:read'], resource_grants: [] };
  return { by, path: '/api-keys', body, names: [`${most}`, 'revoke|отзовите|widerrufen'] };
}

/** A second rotation of a key. */
export async function rotatedTwice(): Promise<Scene> {
  const by = await world.creator(`keys-${randomUUID().slice(0, 8)}`);
  const body = { name: 'ci', scopes: ['mods:read'], resource_grants: [] };
  const { id } = (await by.post('/api-keys', body)).body.data;
  const path = `/api-keys/${id}/rotate`;
  await by.post(path);
  return {
    by,
    path,
    names: ['rotated before|уже заменён|schon ersetzt', 'create|создайте|erstellen'],
  };
}

/** The removal of the only owner of a team. */
export async function lastOwner(): Promise<Scene> {
  const { id } = await draftMod(alice, 'kept');
  const path = `/mods/${id}/team-members/${alice.userId}`;
  const names = ['last active owner|последний|letzte', 'another member|другого|anderes Mitglied'];
  return { by: alice, method: 'DELETE', path, names };
}

/** The redelivery to a disabled subscription. */
export async function disabledSubscription(): Promise<Scene> {
  const id = await newDelivery(world, alice);
  const { db } = world.platform;
  const { subscriptionId } = await db.webhookDelivery.findUniqueOrThrow({ where: { id } });
  const data = { state: 'disabled' as const };
  await db.webhookSubscription.update({ where: { id: subscriptionId }, data });
  const names = ['disabled|выключена|ausgeschaltet', 'enable it|включите|schalten Sie'];
  return { by: alice, path: `/webhook-deliveries/${id}/redeliver`, names };
}

/** Registers one more application for an account with the most ones; returns the response. */
export async function mostApps(): Promise<Answer> {
  const { userId: ownerId } = await world.creator(`apps-${randomUUID().slice(0, 8)}`);
  const data = Array.from({ length: LIMITS.appsPerUser }, (_, at) => {
    return { clientId: randomUUID(), kind: 'public' as const, ownerId, name: `Old ${at}` };
  });
  await world.platform.db.app.createMany({ data });
  return registered(ownerId, ['mods:read']);
}

const BLOCK = 'mutation ($input: BlockHashInput!) { blockHash(input: $input) { id } }';

/** Blocks bytes as an admin; returns the response. */
async function blocked(input: { readonly sha256: string; readonly name: string }): Promise<Answer> {
  const { userId } = await world.creator(`admin-${randomUUID().slice(0, 8)}`);
  await world.platform.db.user.update({ where: { id: userId }, data: { role: 'admin' } });
  return (await asVisitor(userId))(BLOCK, { input });
}

/** Blocks bytes under a second name; returns the response. */
export async function blockedTwice(name: string): Promise<Answer> {
  const sha256 = randomDigest();
  await blocked({ sha256, name });
  return blocked({ sha256, name: 'Other' });
}

/** Blocks bytes while the blocklist has the most entries; returns the response. */
export async function fullBlocklist(): Promise<Answer> {
  await world.platform.db.$executeRaw`
    insert into blocked_hashes (id, sha256, name, created_by_id, created_at)
    select gen_random_uuid(), encode(sha256(n::text::bytea), 'hex'), 'Filler', ${alice.userId}::uuid, now()
    from generate_series(1, ${LIMITS.blockedHashes}::int) as n`;
  return blocked({ sha256: randomDigest(), name: 'Last' });
}

const randomDigest = () => `${randomUUID()}${randomUUID()}`.replaceAll('-', '');
