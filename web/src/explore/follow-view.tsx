import { useEffect } from 'react';
import type { Box } from '../map/geometry-box.ts';
import { useMap } from '../map/map-context.ts';
import { changeState, currentState } from './change-state.ts';
import type { Links } from './links.ts';

const pauseMs = 250;

/** Writes where the map looks into the address, and looks where it is told to. */
export function FollowView({ links: { aim } }: { readonly links: Links }) {
  const map = useMap();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const told = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { lng, lat } = map.getCenter();
        changeState({ view: { center: [lng, lat], zoom: map.getZoom() } });
      }, pauseMs);
    };
    map.on('moveend', told);
    return () => {
      clearTimeout(timer);
      map.off('moveend', told);
    };
  }, [map]);

  useEffect(() => {
    // Back and Forward lead to where the map looked then.
    const lookAgain = () => {
      const { view } = currentState();
      if (view !== null) map.jumpTo({ center: [...view.center], zoom: view.zoom });
    };
    window.addEventListener('popstate', lookAgain);
    return () => window.removeEventListener('popstate', lookAgain);
  }, [map]);

  useEffect(() => {
    const look = () => {
      const box = aim.get();
      if (box === null) return;
      aim.set(null);
      const [west, south, east, north] = box.map((degrees, at) => (at % 2 === 0 ? degrees : clamped(degrees))) as [
        ...Box,
      ];
      map.fitBounds([west, south, east, north], { padding: 48, maxZoom: 17, duration: 0 });
    };
    look();
    return aim.subscribe(look);
  }, [map, aim]);

  return null;
}

/** The web map ends before the poles. */
const clamped = (latitude: number): number => Math.max(-85, Math.min(85, latitude));
