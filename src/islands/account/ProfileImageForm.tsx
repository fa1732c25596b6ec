import { useEffect, useId, useRef, useState } from 'react';
import { IMAGE_ACTION, removeImage, saveImage } from '#islands/account/profile-image.client.ts';
import { addFiles } from '#islands/ui/forms/pick-files.ts';
import { useForm } from '#islands/ui/forms/use-form.ts';
import { toast } from '#islands/ui/toast.ts';
import { changeVisitor } from '#islands/visitor/visitor.client.ts';
import { acceptedTypes } from '#lib/platform/files/storage/file-kinds.ts';
import { PROFILE_IMAGE_RULES } from '#lib/sales/account/profile-image.ts';

interface Props {
  name: string;
  image: string | null;
}

export function ProfileImageForm({ name, image }: Props) {
  const id = useId();
  const { shownImage, error, upload, removal } = useProfileImage(image);
  const isSending = upload.isSending || removal.isSending;
  return (
    <>
      <form
        {...upload.props}
        action={IMAGE_ACTION}
        encType="multipart/form-data"
        aria-busy={isSending || undefined}
        className="flex flex-wrap items-center gap-5"
      >
        <ProfileImage name={name} image={shownImage} />
        <div className="min-w-0 grow">
          <ImageField id={id} error={error} isSending={isSending} />
          {!upload.isHydrated && (
            <button type="submit" className="button-quiet mt-2 mr-5">
              Save image
            </button>
          )}
          {shownImage && (
            <button type="submit" form={`${id}-remove`} disabled={isSending} className="text-link mt-2 min-h-11">
              Remove image
            </button>
          )}
        </div>
      </form>
      <form {...removal.props} id={`${id}-remove`} action={`${IMAGE_ACTION}/remove`} />
    </>
  );
}

function useProfileImage(image: string | null) {
  const [shownImage, setShownImage] = useState(image);
  const [error, setError] = useState<string>();

  function showSavedImage(newImage: string | null, message: string): void {
    setShownImage(newImage);
    setError(undefined);
    changeVisitor(({ customer }) => ({ customer: customer && { ...customer, featured_image: newImage } }));
    toast(message);
  }

  const upload = useForm({
    initial: {},
    check: (_values, form) => checkImage(form, setError),
    send: (_values, form) => saveImage(new FormData(form)).finally(() => form.reset()),
    failureMessage: 'The image could not be saved. Please try again.',
    onDone: ({ data, message }) => showSavedImage(data?.featured_image ?? null, message),
    onFail: setError,
  });
  const removal = useForm({
    initial: {},
    check: () => undefined,
    send: removeImage,
    failureMessage: 'The image could not be removed. Please try again.',
    onDone: ({ message }) => showSavedImage(null, message),
    onFail: setError,
  });
  return { shownImage, error, upload, removal };
}

/**
 * Returns the error of the `image` field, or `undefined` if the chosen image is allowed. If there is a problem, also
 * reports it and clears the field, so that choosing the same image again triggers a change event.
 */
function checkImage(form: HTMLFormElement, report: (problem: string) => void): { image: string } | undefined {
  const files = new FormData(form).getAll('image').filter((value) => value instanceof File);
  const [problem] = addFiles([], files, PROFILE_IMAGE_RULES).problems;
  if (problem === undefined) return undefined;
  report(problem);
  form.reset();
  return { image: problem };
}

function ProfileImage({ name, image }: Props) {
  if (image)
    return (
      <img
        className="size-24 rounded-full bg-cloth object-cover"
        src={image}
        alt="Your profile"
        width="96"
        height="96"
      />
    );
  return (
    <span
      aria-hidden="true"
      className="grid size-24 place-items-center rounded-full bg-cloth font-serif text-2xl text-indigo"
    >
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  );
}

interface ImageFieldProps {
  id: string;
  error: string | undefined;
  isSending: boolean;
}

function ImageField({ id, error, isSending }: ImageFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  // Sends an image that was chosen before hydration.
  useEffect(() => submitChosenImage(field.current), []);
  return (
    <>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        Profile image
      </label>
      <input
        ref={field}
        id={id}
        type="file"
        name="image"
        accept={acceptedTypes(PROFILE_IMAGE_RULES.kinds)}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-help ${id}-error`}
        className="min-h-11 w-full max-w-full file:mr-3 file:min-h-11 file:cursor-pointer file:border file:border-ink file:px-4 file:font-semibold"
        onChange={(event) => submitChosenImage(event.target)}
      />
      <p id={`${id}-help`} className="mt-2 text-xs text-soft">
        {isSending ? 'One moment' : 'JPG, PNG, GIF or WebP, up to 5 MB. It is cropped to a square.'}
      </p>
      <p id={`${id}-error`} role="alert" className="text-madder">
        {error}
      </p>
    </>
  );
}

function submitChosenImage(field: HTMLInputElement | null): void {
  if (field?.files?.length) field.form?.requestSubmit();
}
