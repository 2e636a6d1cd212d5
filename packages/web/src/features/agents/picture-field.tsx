import type { AssetId } from '@parley/protocol';
import { useMutation } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useId, useRef } from 'react';
import { uploadPicture } from '../../api/upload-picture.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/form-layout.module.css';
import { manifestWords as words } from '../../words/manifest-form.ts';
import styles from './register-agent.module.css';

export interface PictureFieldProps {
  readonly name: string;
  readonly picture: AssetId | undefined;
  readonly error: string | null;
  readonly onChange: (picture: AssetId | undefined) => void;
  /** Called when an upload begins and when it ends. */
  readonly onBusy: (isBusy: boolean) => void;
}

/** Lets the owner choose or remove the agent's picture, and shows it. */
export function PictureField({ name, picture, error, onChange, onBusy }: PictureFieldProps) {
  const ids = { hint: useId(), error: useId() };
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const upload = useMutation({
    mutationFn: uploadPicture,
    onMutate: () => onBusy(true),
    onSuccess: onChange,
    onSettled: () => onBusy(false),
  });
  const complaint = upload.error === null ? error : reasonOf(upload.error);
  return (
    <fieldset className={layout.group}>
      <legend className={styles.legend}>{words.picture}</legend>
      <p id={ids.hint} className={styles.hint}>
        {words.pictureHint}
      </p>
      <div className={styles.picture}>
        {picture !== undefined && <Avatar id={picture} kind="agent" name={name} size={56} picture={picture} />}
        <Button
          ref={choose}
          icon={<ImageUp size={16} aria-hidden />}
          busy={upload.isPending}
          aria-describedby={complaint === null ? ids.hint : `${ids.hint} ${ids.error}`}
          onClick={() => input.current?.click()}
        >
          {words.choosePicture}
        </Button>
        {picture !== undefined && (
          <Button
            look="quiet"
            onClick={() => {
              onChange(undefined);
              choose.current?.focus();
            }}
          >
            {words.removePicture}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        hidden
        aria-label={words.choosePicture}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) upload.mutate(file);
          target.value = '';
        }}
      />
      {complaint !== null && (
        <p id={ids.error} role="alert" className={styles.error}>
          {complaint}
        </p>
      )}
    </fieldset>
  );
}

function reasonOf(error: Error): string {
  return error instanceof DOMException ? words.noPicture : error.message;
}
