import { Button, Group } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../kit/confirm';
import { textOf } from '../../kit/format';
import { AltTexts } from './alt-texts';
import { type GalleryPicture, removePicture } from './media-api';

/** The page shows pictures at about this width. */
const SHOWN_PIXELS = 640;

interface GalleryItemProps {
  readonly modId: string;
  readonly picture: GalleryPicture;
  /** The ETag of the mod. */
  readonly etag: string;
  readonly mayEdit: boolean;
  /** Whether a move is under way, which forbids another one. */
  readonly isBusy: boolean;
  /** Its place, from 0, and the number of pictures. */
  readonly at: number;
  readonly of: number;
  /** Reads the pictures again. */
  readonly onChange: () => Promise<void>;
  readonly onMove: (to: number) => void;
  /** Remembers this picture as the dragged one. */
  readonly onDrag: () => void;
  /** Moves the dragged picture to the place of this one. */
  readonly onDropHere: () => void;
}

/**
 * One picture of the gallery. With `mayEdit`, the user moves it by a drag or by buttons, removes
 * it, and edits its alternative texts.
 */
export function GalleryItem(props: GalleryItemProps) {
  const { modId, picture, etag, mayEdit, isBusy, at, of, onChange } = props;
  const { t } = useTranslation();
  const { isOver, handlers } = useDropTarget(props.onDropHere);
  const place = { place: at + 1, total: of };
  return (
    <li
      className={isOver ? 'over' : ''}
      draggable={mayEdit && !isBusy}
      onDragStart={props.onDrag}
      {...handlers}
    >
      <img
        src={smallUrlOf(picture)}
        alt={textOf(picture.alt) || t('media.pictureAt', place)}
        draggable={false}
        loading="lazy"
      />
      {mayEdit && (
        <>
          <PictureButtons {...props} />
          <AltTexts key={JSON.stringify(picture.alt)} {...{ modId, picture, etag, onChange }} />
        </>
      )}
    </li>
  );
}

/** Receives dragged pictures, but no files, which the whole gallery receives. */
function useDropTarget(onDropHere: () => void) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(false);
    onDropHere();
  };
  const handlers = { onDragOver: over, onDragLeave: () => setOver(false), onDrop: drop };
  return { isOver, handlers };
}

/** The buttons that move and remove a picture. */
function PictureButtons({ modId, picture, isBusy, at, of, onChange, onMove }: GalleryItemProps) {
  const { t } = useTranslation();
  const place = { place: at + 1, total: of };
  return (
    <Group gap="xs" mt="xs">
      <Button
        size="xs"
        variant="default"
        aria-label={t('media.moveBack', place)}
        disabled={at === 0 || isBusy}
        onClick={() => onMove(at - 1)}
      >
        ←
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={t('media.moveOn', place)}
        disabled={at === of - 1 || isBusy}
        onClick={() => onMove(at + 1)}
      >
        →
      </Button>
      <ConfirmButton
        label={t('app.remove')}
        title={t('media.removeTitle', place)}
        variant="subtle"
        color="red"
        onConfirm={() => removePicture(modId, picture.id).then(onChange)}
      >
        <p>{t('media.removeEffect')}</p>
      </ConfirmButton>
    </Group>
  );
}

/** The narrowest variant of at least that width, else the picture itself. */
function smallUrlOf({ url, variants }: GalleryPicture): string {
  return variants.find(({ width }) => width >= SHOWN_PIXELS)?.url ?? url;
}
