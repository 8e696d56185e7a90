import { Button, Group, Modal } from '@mantine/core';
import type { TFunction } from 'i18next';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';

/** Lists and pages show covers in this ratio of width and height. */
const ASPECT = 16 / 9;
/** The formats that a canvas writes as the service accepts them. */
const WRITTEN = ['image/png', 'image/jpeg', 'image/webp'];
const QUALITY = 0.95;

interface CropDialogProps {
  readonly file: File;
  readonly onDone: (file: File) => void;
  readonly onCancel: () => void;
}

/**
 * Lets the user choose the part of a picture that becomes the cover. `onDone` gets that part, or
 * the whole file if the user wants all of it or the browser cannot show or crop it.
 */
export function CropDialog({ file, onDone, onCancel }: CropDialogProps) {
  const { t } = useTranslation();
  const image = useRef<HTMLImageElement>(null);
  const [part, setPart] = useState<PercentCrop>();
  const crop = async () => {
    const cut = image.current && part ? await cropPicture(image.current, file, part) : null;
    onDone(cut ?? file);
  };
  return (
    <Modal.Root opened onClose={onCancel} size="lg" centered>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Modal.Title mb="xs">{t('media.cropTitle')}</Modal.Title>
          <p className="dim">{t('media.cropHow')}</p>
          <CropArea {...{ file, image, part, setPart, onDone }} />
          <Group mt="lg" justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              {t('app.cancel')}
            </Button>
            <Button variant="default" onClick={() => onDone(file)}>
              {t('media.useWhole')}
            </Button>
            <Button onClick={() => void crop()}>{t('media.usePart')}</Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The picture, with the part of it that the user moves and resizes. */
function CropArea(props: {
  readonly file: File;
  readonly image: RefObject<HTMLImageElement | null>;
  readonly part: PercentCrop | undefined;
  readonly setPart: (part: PercentCrop) => void;
  readonly onDone: (file: File) => void;
}) {
  const { file, image, part, setPart, onDone } = props;
  const { t } = useTranslation();
  const url = useObjectUrl(file);
  return (
    <ReactCrop
      {...(part ? { crop: part } : {})}
      aspect={ASPECT}
      keepSelection
      ruleOfThirds
      minWidth={32}
      ariaLabels={labelsOf(t)}
      onChange={(_pixels, percent) => setPart(percent)}
    >
      {/* A file that is no picture goes to the service, whose refusal says why. */}
      {url && (
        <img
          ref={image}
          className="to-crop"
          src={url}
          alt={t('media.cropPicture')}
          onLoad={() => setPart(largestPart(image.current))}
          onError={() => onDone(file)}
        />
      )}
    </ReactCrop>
  );
}

/** The names of the area and its handles for screen readers. */
function labelsOf(t: TFunction) {
  const corner = t('media.cropCorner');
  const edge = t('media.cropEdge');
  return {
    cropArea: t('media.cropArea'),
    nwDragHandle: corner,
    nDragHandle: edge,
    neDragHandle: corner,
    eDragHandle: edge,
    seDragHandle: corner,
    sDragHandle: edge,
    swDragHandle: corner,
    wDragHandle: edge,
  };
}

/** The largest part of a picture that has the ratio of a cover, in its center. */
function largestPart(image: HTMLImageElement | null): PercentCrop {
  const { naturalWidth = 0, naturalHeight = 0 } = image ?? {};
  const largest = { unit: '%', width: 100 } as const;
  const fitting = makeAspectCrop(largest, ASPECT, naturalWidth, naturalHeight);
  const tooHigh = fitting.height > 100;
  const fit = tooHigh
    ? makeAspectCrop({ unit: '%', height: 100 }, ASPECT, naturalWidth, naturalHeight)
    : fitting;
  return centerCrop(fit, naturalWidth, naturalHeight);
}

/**
 * An address of a file in this page, for as long as the component lives. Null at the first render.
 */
function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/**
 * The part of a picture, in full resolution. It keeps a format of `WRITTEN` that the browser
 * writes, else it is PNG. Null if the browser cannot draw it.
 */
async function cropPicture(
  image: HTMLImageElement,
  file: File,
  part: PercentCrop,
): Promise<File | null> {
  const { naturalWidth, naturalHeight } = image;
  const width = Math.max(1, Math.round((part.width / 100) * naturalWidth));
  const height = Math.max(1, Math.round((part.height / 100) * naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const left = (part.x / 100) * naturalWidth;
  const top = (part.y / 100) * naturalHeight;
  canvas.getContext('2d')?.drawImage(image, left, top, width, height, 0, 0, width, height);
  const type = WRITTEN.includes(file.type) ? file.type : 'image/png';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  // A browser that does not write the format writes PNG instead.
  return blob && new File([blob], file.name, { type: blob.type });
}
