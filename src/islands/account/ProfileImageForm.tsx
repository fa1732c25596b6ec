import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { sendApi } from '#islands/ui/api-answer.ts';
import { sendForm } from '#islands/ui/send-form.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { $visitor, changeVisitor } from '#islands/visitor/visitor.client.ts';
import { PROFILE_IMAGE_MESSAGES as MESSAGES, PROFILE_IMAGE_RULES } from '#lib/account/profile-image.ts';
import { acceptedTypes, declaredKind } from '#lib/platform/files/file-kinds.ts';

interface Props {
  name: string;
  /** Path of the image that is there; the first letter of the name stands in for none. */
  image: string | null;
}

const ACTION = '/public/profile/image';
const REMOVE_ACTION = `${ACTION}/remove`;
const FAILED = 'The picture could not be saved. Please try again.';
const NOT_REMOVED = 'The picture could not be removed. Please try again.';

/** The profile image, the field that changes it, and the button that takes it away. Without a script they are plain forms. */
export function ProfileImageForm({ name, image }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState(image);
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);

  async function send(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!form.current || isSending) return;
    const data = new FormData(form.current);
    const found = problemOf(data.get('image'));
    setError(found);
    if (found) return form.current.reset();
    setSending(true);
    const words = await save(data);
    setSending(false);
    form.current.reset();
    setError(words);
  }

  /** Gives what is wrong. */
  async function save(data: FormData): Promise<string | undefined> {
    try {
      const options = { onProgress: () => {}, signal: new AbortController().signal };
      const answer = await sendForm<{ featured_image: string | null } | null>(ACTION, data, options);
      if (answer.status !== 'success' || !answer.data) return answer.message || FAILED;
      show(answer.data.featured_image);
      toast(answer.message);
      return undefined;
    } catch {
      return FAILED;
    }
  }

  async function remove(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setError(await takeAway());
    setSending(false);
  }

  /** Gives what is wrong. */
  async function takeAway(): Promise<string | undefined> {
    try {
      const answer = await sendApi('DELETE', ACTION);
      if (answer.status !== 'success') return answer.message || NOT_REMOVED;
      show(null);
      toast(answer.message);
      return undefined;
    } catch {
      return NOT_REMOVED;
    }
  }

  function show(featured_image: string | null): void {
    setShown(featured_image);
    const { customer } = $visitor.get();
    if (customer) changeVisitor({ customer: { ...customer, featured_image } });
  }

  return (
    <>
      <form
        ref={form}
        method="post"
        action={ACTION}
        encType="multipart/form-data"
        onSubmit={send}
        aria-busy={isSending || undefined}
        className="flex flex-wrap items-center gap-5"
      >
        {shown ? (
          <img
            className="size-24 rounded-full bg-cloth object-cover"
            src={shown}
            alt="Your profile"
            width="96"
            height="96"
          />
        ) : (
          <span
            aria-hidden="true"
            className="grid size-24 place-items-center rounded-full bg-cloth font-serif text-2xl text-indigo"
          >
            {[...name.trim()][0]?.toUpperCase() ?? '?'}
          </span>
        )}
        <div className="min-w-0 grow">
          <label htmlFor={id} className="mb-1.5 block font-semibold">
            Profile image
          </label>
          <input
            id={id}
            type="file"
            name="image"
            accept={acceptedTypes(PROFILE_IMAGE_RULES.kinds)}
            required
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-help ${id}-error`}
            className="min-h-11 w-full max-w-full file:mr-3 file:min-h-11 file:cursor-pointer file:border file:border-ink file:px-4 file:font-semibold"
            onChange={(event) => event.target.files?.length && event.target.form?.requestSubmit()}
          />
          <p id={`${id}-help`} className="mt-2 text-xs text-soft">
            {isSending ? 'One moment' : 'JPG, PNG, GIF or WebP, up to 5 MB. It is cut to a square.'}
          </p>
          <p id={`${id}-error`} role="alert" className="text-madder">
            {error}
          </p>
          {!isLive && (
            <button type="submit" className="button-quiet mt-2 mr-5">
              Save image
            </button>
          )}
          {shown && (
            <button type="submit" form={`${id}-remove`} className="text-link mt-2 min-h-11" disabled={isSending}>
              Remove image
            </button>
          )}
        </div>
      </form>
      <form id={`${id}-remove`} method="post" action={REMOVE_ACTION} onSubmit={remove} />
    </>
  );
}

function problemOf(file: FormDataEntryValue | null): string | undefined {
  if (!(file instanceof File) || !declaredKind(file.name, file.type, PROFILE_IMAGE_RULES.kinds))
    return MESSAGES.notAnImage;
  return file.size > PROFILE_IMAGE_RULES.fileBytes ? MESSAGES.tooLarge : undefined;
}
