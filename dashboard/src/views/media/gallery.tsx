import { Button, FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../../src/registry/limits';
import { formatLimit } from '../../kit/format';
import { ProblemAlert } from '../../kit/problem-alert';
import { useWrite } from '../../kit/use-write';
import type { MediaProps } from './cover';
import { DropPictures, PICTURE_TYPES } from './drop-pictures';
import { GalleryItem } from './gallery-item';
import { addToGallery, orderPictures } from './media-api';

/** A picture that the page sends. `error` is null unless the sending failed. */
interface Sending {
  readonly key: number;
  readonly name: string;
  readonly error: unknown;
}

/**
 * The gallery of a mod: pictures in their order. With `mayEdit`, the user adds pictures, changes
 * their order by a drag or by buttons, removes them, and edits their texts.
 */
export function Gallery({ modId, pictures, mayEdit, onChange }: MediaProps) {
  const { gallery, modEtag: etag } = pictures;
  const { t } = useTranslation();
  const { sending, send } = useSending(modId, onChange);
  const { shown, move, isBusy, error } = useOrder({ modId, pictures, onChange });
  const [dragged, setDragged] = useState<number | null>(null);
  return (
    <section className="card" aria-labelledby="gallery">
      <h2 id="gallery">{t('media.gallery')}</h2>
      {mayEdit && (
        <NewPictures
          isFull={gallery.length >= LIMITS.mediaPerMod}
          onFiles={(files) => send(files, etag)}
        />
      )}
      {sending.map((picture) => (
        <SendingReport key={picture.key} picture={picture} />
      ))}
      {error !== null && <ProblemAlert error={error} />}
      {gallery.length === 0 && <p className="dim">{t('media.emptyGallery')}</p>}
      <ol className="gallery">
        {shown.map((picture, at) => (
          <GalleryItem
            key={picture.id}
            {...{ modId, picture, etag, mayEdit, onChange, at, of: shown.length }}
            isBusy={isBusy}
            onMove={(to) => move(at, to)}
            onDrag={() => setDragged(at)}
            onDropHere={() => {
              if (dragged !== null && dragged !== at && !isBusy) move(dragged, at);
              setDragged(null);
            }}
          />
        ))}
      </ol>
    </section>
  );
}

/** The pictures in the order that the user wants. `move` changes it at the service. */
function useOrder({ modId, pictures, onChange }: Omit<MediaProps, 'mayEdit'>) {
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const { run, isBusy, error } = useWrite();
  const shown = inOrder(pictures.gallery, wanted);
  const move = (from: number, to: number) => {
    const ids = moved(
      shown.map(({ id }) => id),
      from,
      to,
    );
    // The new order shows at once; after a refusal, the order of the service comes back.
    setWanted(ids);
    void run(() => orderPictures(modId, ids, pictures.modEtag)).finally(async () => {
      await onChange();
      setWanted(null);
    });
  };
  return { shown, move, isBusy, error };
}

/** Takes new pictures by a drop or from a dialog. */
function NewPictures(props: {
  readonly isFull: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const { isFull, onFiles } = props;
  const { t } = useTranslation();
  return (
    <DropPictures
      label={t('media.dropGallery', { size: formatLimit(LIMITS.imageBytes) })}
      onFiles={onFiles}
    >
      <FileButton multiple accept={PICTURE_TYPES} onChange={onFiles}>
        {(button) => (
          <Button {...button} variant="default" disabled={isFull}>
            {t('media.addPictures')}
          </Button>
        )}
      </FileButton>
      <p className="dim">{t('media.galleryHint', { most: LIMITS.mediaPerMod })}</p>
    </DropPictures>
  );
}

/** Says that a picture is being sent, or why that failed. */
function SendingReport({ picture: { name, error } }: { readonly picture: Sending }) {
  const { t } = useTranslation();
  return error ? (
    <div>
      <strong>{name}</strong>
      <ProblemAlert error={error} />
    </div>
  ) : (
    <p className="dim" role="status">
      {t('media.sending', { name })}
    </p>
  );
}

/**
 * Sends pictures to the gallery one after the other, because each changes the ETag of the mod. The
 * failure of one does not stop the others.
 */
function useSending(modId: string, onChange: () => Promise<void>) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const queue = useRef(Promise.resolve());
  const count = useRef(0);
  const send = (files: readonly File[], etag: string) => {
    const added = files.map((file) => {
      count.current += 1;
      return { file, key: count.current, name: file.name, error: null };
    });
    // A new choice of files removes the reports about pictures that failed before.
    setSending((before) => [...before.filter(({ error }) => error === null), ...added]);
    queue.current = queue.current.then(async () => {
      let current = etag;
      for (const { file, key } of added) {
        try {
          current = await addToGallery(modId, file, current);
          setSending((before) => before.filter((it) => it.key !== key));
        } catch (error) {
          setSending((before) => before.map((it) => (it.key === key ? { ...it, error } : it)));
        }
        // Other changes of the pictures need the new ETag while further files are sent.
        await onChange();
      }
    });
  };
  return { sending, send };
}

/** The pictures in the order that the user wants; null is the order of the service. */
function inOrder<T extends { readonly id: string }>(
  items: readonly T[],
  ids: readonly string[] | null,
): readonly T[] {
  if (ids === null) return items;
  const places = new Map(ids.map((id, at) => [id, at]));
  return items.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

function moved(ids: readonly string[], from: number, to: number): readonly string[] {
  const [id] = ids.slice(from, from + 1);
  return id === undefined ? ids : ids.toSpliced(from, 1).toSpliced(to, 0, id);
}
