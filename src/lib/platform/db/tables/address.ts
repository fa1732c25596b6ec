export interface AddressTable {
  id: string;
  customer_id: string;
  name: string;
  mobile: string;
  pincode: string;
  house: string;
  street: string;
  landmark: string;
  city: string;
  state: string;
  type: 'home' | 'work' | 'other';
  is_default: number;
  created_at: number;
  updated_at: number;
}
