/**
 * From a short list, where there is one. Lists of what comes and goes with each job are no maps or sets: those are copied
 * as they change, and a copy that has grown old keeps all later ones, with the jobs in them, until a full collection.
 */
export function removeFrom<T>(list: T[], one: T): void {
  const place = list.indexOf(one);
  if (place >= 0) list.splice(place, 1);
}
