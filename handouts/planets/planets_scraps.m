function scraps = planets_scraps(list)
% PLANETS_SCRAPS  Scraps as the referee lists them (decoded JSON), in the layout of the handout.
  count = numel(list);
  locations = cell(count, 1);
  values = cell(count, 1);
  for k = 1:count
    locations{k} = list(k).location(:)' + 1;
    values{k} = list(k).value;
  end
  scraps = struct('location', locations, 'value', values);
end
