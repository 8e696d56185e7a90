import { read, write, writeNew } from '../../api/client';
import { graphql, type LanguageMap, type ResultOf } from '../../api/graphql';
import { hasCode } from '../../api/problem';

const PICTURES = graphql(`
  query Pictures($modId: ID!) {
    modGallery(modId: $modId) {
      modEtag
      cover {
        id
        kind
        url
        width
        height
        alt
        managedBy
      }
      gallery {
        id
        kind
        url
        width
        height
        alt
        managedBy
        variants {
          url
          width
        }
      }
    }
  }
`);

const ADD = graphql(`
  mutation AddPicture($modId: ID!, $file: Upload!, $input: AddMediaInput!, $etag: String!) {
    addModMedia(modId: $modId, file: $file, input: $input, expectedEtag: $etag) {
      id
      modEtag
    }
  }
`);

const DESCRIBE = graphql(`
  mutation DescribePicture($modId: ID!, $id: ID!, $alt: LanguageMap!, $etag: String!) {
    updateModMedia(modId: $modId, id: $id, input: { alt: $alt }, expectedEtag: $etag) {
      id
    }
  }
`);

const ORDER = graphql(`
  mutation OrderGallery($modId: ID!, $ids: [ID!]!, $etag: String!) {
    orderModGallery(modId: $modId, ids: $ids, expectedEtag: $etag) {
      modEtag
    }
  }
`);

const REMOVE = graphql(`
  mutation RemovePicture($modId: ID!, $id: ID!) {
    removeModPicture(modId: $modId, id: $id)
  }
`);

/** The cover and the gallery of a mod, with the ETag of the mod at that time. */
export type Pictures = ResultOf<typeof PICTURES>['modGallery'];

/** A picture of the gallery. */
export type GalleryPicture = Pictures['gallery'][number];

/** A cover or a picture of the gallery. */
export type Picture = NonNullable<Pictures['cover']> | GalleryPicture;

/** Reads the pictures of a mod. Throws a `Problem`. */
export async function readPictures(modId: string, signal?: AbortSignal): Promise<Pictures> {
  return (await read(PICTURES, { modId }, signal)).modGallery;
}

/**
 * Sets the cover, in place of the previous one. Throws a `Problem`, such as `precondition_failed`
 * if the mod changed since the user saw it.
 */
export async function sendCover(modId: string, file: File, etag: string): Promise<void> {
  await writeNew(ADD, { modId, file, input: { kind: 'cover' }, etag });
}

/**
 * Adds a picture at the end of the gallery, regardless of what else changed in the mod: if the ETag
 * is stale, it reads the current one and tries once more. Returns the next ETag. Throws a
 * `Problem`.
 */
export async function addToGallery(modId: string, file: File, etag: string): Promise<string> {
  const add = async (current: string) => {
    const variables = { modId, file, input: { kind: 'gallery' }, etag: current } as const;
    return (await writeNew(ADD, variables)).addModMedia.modEtag;
  };
  try {
    return await add(etag);
  } catch (error) {
    if (!hasCode(error, 'precondition_failed')) throw error;
    return add((await readPictures(modId)).modEtag);
  }
}

/**
 * Stores the alternative texts of a picture. Throws a `Problem`, such as `precondition_failed` if
 * the ETag is stale.
 */
export async function describePicture(
  modId: string,
  id: string,
  { alt, etag }: { readonly alt: LanguageMap; readonly etag: string },
): Promise<void> {
  await write(DESCRIBE, { modId, id, alt, etag });
}

/**
 * Orders the whole gallery. Throws a `Problem`, such as `precondition_failed` if the mod changed
 * since the user saw it.
 */
export async function orderPictures(
  modId: string,
  ids: readonly string[],
  etag: string,
): Promise<void> {
  await write(ORDER, { modId, ids: [...ids], etag });
}

/**
 * Deletes a picture for good. A cover that the service drew before takes the place of a deleted
 * cover. Throws a `Problem`, such as `cover_required` for the only cover of a mod that is not a
 * draft.
 */
export async function removePicture(modId: string, id: string): Promise<void> {
  await write(REMOVE, { modId, id });
}
