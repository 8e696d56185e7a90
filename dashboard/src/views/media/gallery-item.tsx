import { Button, Group } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../kit/confirm';
import { textOf } from '../../kit/format';
import { AltTexts } from './alt-texts';
import { type GalleryPicture, removePicture } from './media-api';

/** Shown pictures are about this wide. */
const SHOWN_PIXELS = 640;

/** One picture of the gallery. Its place is changed by a drag or with its buttons. */
export function GalleryItem(props: {
  readonly modId: string;
  readonly picture: GalleryPicture;
  readonly etag: string;
  readonly mayEdit: boolean;
  readonly isBusy: boolean;
  /** Its place, from 0, and the number of pictures. */
  readonly at: number;
  readonly of: number;
  readonly onChange: () => Promise<void>;
  readonly onMove: (to: number) => void;
  readonly onDrag: () => void;
  readonly onDropHere: () => void;
}) {
  const { modId, picture, etag, mayEdit, isBusy, at, of, onChange, onMove } = props;
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const place = { place: at + 1, total: of };
  const over = (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(false);
    props.onDropHere();
  };
  return (
    <li
      className={isOver ? 'over' : ''}
      draggable={mayEdit && !isBusy}
      onDragStart={props.onDrag}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <img
        src={smallUrlOf(picture)}
        alt={textOf(picture.alt) || t('media.pictureAt', place)}
        draggable={false}
        loading="lazy"
      />
      {mayEdit && (
        <>
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
          <AltTexts {...{ modId, picture, etag, onChange }} />
        </>
      )}
    </li>
  );
}

function smallUrlOf({ url, variants }: GalleryPicture): string {
  return variants.find(({ width }) => width >= SHOWN_PIXELS)?.url ?? url;
}
