import { Button, FileButton, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../../src/registry/limits';
import { useNotify } from '../../app/notices';
import { ConfirmButton } from '../../kit/confirm';
import { formatLimit, textOf } from '../../kit/format';
import { ProblemAlert } from '../../kit/problem-alert';
import { useWrite } from '../../kit/use-write';
import { DrawCover } from '../versions/draw-cover';
import { AltTexts } from './alt-texts';
import { CropDialog } from './crop-dialog';
import { DropPictures, PICTURE_TYPES } from './drop-pictures';
import { type Pictures, removePicture, sendCover } from './media-api';

/** The properties that the cover and the gallery share. */
export interface MediaProps {
  readonly modId: string;
  readonly pictures: Pictures;
  readonly mayEdit: boolean;
  /** Reads the pictures again. */
  readonly onChange: () => Promise<void>;
}

/**
 * The cover of a mod, with its texts. With `mayEdit`, the user sends another picture, removes the
 * cover, or lets the service draw one for a mod without a cover. A cover that the service drew has
 * no removal. `isDraft` only selects the text of the removal.
 */
export function Cover(props: MediaProps & { readonly isDraft: boolean }) {
  const { modId, pictures, mayEdit, onChange } = props;
  const { cover, modEtag: etag } = pictures;
  const { t } = useTranslation();
  const notify = useNotify();
  const [chosen, setChosen] = useState<File | null>(null);
  const { run, isBusy, error } = useWrite();
  const send = (file: File) => {
    setChosen(null);
    void run(async () => {
      try {
        await sendCover(modId, file, etag);
        notify(t('media.coverSaved'));
      } finally {
        // Reads also after a refusal, because its reason may be a change by another person.
        await onChange();
      }
    });
  };
  return (
    <section className="card" aria-labelledby="cover">
      <h2 id="cover">{t('media.cover')}</h2>
      {cover ? (
        <img className="cover" src={cover.url} alt={textOf(cover.alt) || t('media.noText')} />
      ) : (
        <p className="dim">{t('media.noCover')}</p>
      )}
      {mayEdit && (
        <DropPictures
          label={t('media.dropCover', { size: formatLimit(LIMITS.imageBytes) })}
          onFiles={([file]) => setChosen(file ?? null)}
        >
          <Group>
            <FileButton accept={PICTURE_TYPES} onChange={setChosen}>
              {(button) => (
                <Button {...button} loading={isBusy}>
                  {cover ? t('media.replaceCover') : t('media.chooseCover')}
                </Button>
              )}
            </FileButton>
            {!cover && <DrawCover modId={modId} onDone={onChange} />}
            {cover && cover.managedBy !== 'service' && (
              <ConfirmButton
                label={t('media.removeCover')}
                title={t('media.removeCoverTitle')}
                color="red"
                onConfirm={() => removePicture(modId, cover.id).then(onChange)}
              >
                <p>{t(props.isDraft ? 'media.removeDraftCover' : 'media.removeCoverEffect')}</p>
              </ConfirmButton>
            )}
          </Group>
        </DropPictures>
      )}
      {error !== null && <ProblemAlert error={error} />}
      {cover && mayEdit && (
        <AltTexts
          key={`${cover.id} ${JSON.stringify(cover.alt)}`}
          {...{ modId, picture: cover, etag, onChange }}
        />
      )}
      {chosen && <CropDialog file={chosen} onDone={send} onCancel={() => setChosen(null)} />}
    </section>
  );
}
