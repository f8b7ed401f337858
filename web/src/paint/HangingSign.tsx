export const HangingSign = () => (
  <svg class="hang" viewBox="0 0 360 250" aria-hidden="true">
    <path class="iron" d="M14 8v96M14 26h316M14 92Q70 88 96 32" stroke-width="7" />
    <path class="iron" d="M330 26q16 0 16-12T334 4q-9 1-8 9M96 32q-4 16-18 14-11-3-7-12 5-6 10 0" stroke-width="5" />
    <path class="iron" d="M112 28v22M276 28v22" stroke-width="4" />
    <path class="sgd" d="M66 56h256q10 58-6 120-56 62-122 66-66-4-122-66-16-62-6-120z" />
    <path class="sgf" d="M66 50h256q10 58-6 120-56 62-122 66-66-4-122-66-16-62-6-120z" />
    <path class="sgl" d="M76 60h236q8 50-6 104-50 56-112 60-62-4-112-60-14-54-6-104z" stroke-width="2.500" />
    <g transform="translate(146 132)">
      <path class="sgb" d="M10 8h58v70q-29 9-58 0z" />
      <path class="sgn" d="M20 18h6v54h-6zM36 18h6v58h-6zM52 18h6v54h-6z" />
      <path class="sgs" d="M68 22h12q10 0 10 10v20q0 10-10 10H68" stroke-width="7" />
      <path
        class="sgw"
        d="M4 14Q0 0 14-2q4-12 18-8 14-8 22 4 14-2 16 10 6 8-2 14-8 6-14 0-8 6-14 0-8 8-16 0-12 4-20-4z"
      />
    </g>
    <text x="194" y="112" text-anchor="middle" class="sgt">
      Taproom
    </text>
  </svg>
);
