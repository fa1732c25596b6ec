import { DELETE as removeImage } from '../image.ts';

export { removeImage as POST };
