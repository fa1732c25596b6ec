import 'react-easy-crop/react-easy-crop.css';
import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { useIsHydrated } from '#islands/ui/use-is-hydrated.ts';

interface Props {
  src: string;
  alt: string;
  width: number;
  height: number;
  /** The crop frame's width divided by its height. */
  ratio: number;
}

const MAX_ZOOM = 4;

/** Shows a crop frame over the picture. Without JavaScript, the server crops the picture around its centre. */
export function CropPicture({ src, alt, width, height, ratio }: Props) {
  const isHydrated = useIsHydrated();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  if (!isHydrated) return <img src={src} alt={alt} width={width} height={height} className="crop-still" />;
  return (
    <div className="stack">
      <div className="crop-frame">
        <Cropper
          image={src}
          aspect={ratio}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(percentArea) => setArea(percentArea)}
          disableAutomaticStylesInjection
          mediaProps={{ alt }}
        />
      </div>
      <label className="block">
        <span className="label">Zoom</span>
        <input
          type="range"
          className="min-h-11 w-full accent-indigo"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
      <p className="text-soft">Drag the picture, or move it with the arrow keys.</p>
      {area && <AreaFields area={area} />}
    </div>
  );
}

function AreaFields({ area }: { area: Area }) {
  const percentages = { left: area.x, top: area.y, width: area.width, height: area.height };
  return Object.entries(percentages).map(([name, percent]) => (
    <input key={name} type="hidden" name={name} value={Math.min(1, Math.max(0, percent / 100)).toFixed(6)} />
  ));
}
